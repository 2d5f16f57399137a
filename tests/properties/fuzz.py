"""Real calls and leaks, damaged at random for as many minutes as given: `scripts/fuzz [minutes] [seed]`."""

from __future__ import annotations

import sys
import time
import traceback
from collections import Counter
from random import Random

from tests.properties.promises import check_call, check_text

CHECKS = (check_call, check_call, check_text)
FINDS_SHOWN = 3  # of one kind


def main(minutes: str = "10", first: str = "0") -> int:
    until = time.monotonic() + 60 * float(minutes)
    seed, found = int(first), Counter[str]()
    while time.monotonic() < until:
        seed += 1
        check = CHECKS[seed % len(CHECKS)]
        try:
            check(Random(seed))  # noqa: S311
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            kind = f"{type(error).__name__} {where.name}: {str(error)[:50]}"
            found[kind] += 1
            if found[kind] <= FINDS_SHOWN:
                print(f"{check.__name__} seed {seed}: {kind}", flush=True)
    print(f"{seed - int(first)} cases, {found.total()} finds of {len(found)} kinds")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
