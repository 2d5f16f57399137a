"""The verbs of a coding agent's work, in the forms that an announcement has."""

from __future__ import annotations

import re

# what is done with tools: "I'll run …", "Run …", "Running …"
_ACTS = """adapt add adjust analyze append apply bisect build bump change check clean clear combine commit
compare compile complete configure continue convert copy correct create cut debug decode delegate delete
deploy disable document double-check download drop dump edit enable examine execute expand explore extend
extract fetch fill find finish fix follow format gather generate get grab grep group implement import
improve insert inspect install integrate investigate isolate kill launch lint list load locate look make
mark merge migrate modify move open organize parse patch print probe proceed profile pull push put query
read rebase refactor refresh regenerate remove rename replace reproduce research resolve restore revert
review revise run save scaffold scan search set simplify sort spawn split start stop strip switch sync tail
test tidy trace track trim try tweak undo update upgrade use validate verify view walk widen wire wrap
write""".split()
# said of oneself only, and never an order: "Let me see …", "I'll call …"
_OWN = """access address assemble assess attempt audit author back benchmark boot bootstrap bring broaden
browse bundle cache calculate call capture close collect compute confirm connect consolidate
construct count craft crawl cross-check define design detect diagnose dig discover dispatch dive do draft
eliminate enhance ensure enumerate establish evaluate exclude export expose factor figure filter finalize
flip flush focus force go guard handle have help hit hook hunt identify increase index initialize inline
invoke join jump keep kick learn link lock log lower map match measure mention monitor mount narrow navigate
normalize obtain optimize override pass peek perform persist pick pin ping pinpoint poll port post prepare
prune publish purge raise reach rearrange record reduce reference reformat register release relocate repair
repeat request retrieve reverse roll route sample sanity-check see seed select send serve setup shorten
sketch skim skip solve spin spot-check stage stash step store stub summarize swap sweep tackle take target
toggle touch transform trigger tune turn understand unify unpack wipe work zoom""".split()


def _doing(verb: str) -> str:
    doubles = re.search(r"(?:\b|[^aeiou])[aeiou][bgmnpt]$", verb) and not verb.endswith(("en", "edit"))
    return (verb + verb[-1] if doubles else verb.removesuffix("e")) + "ing"


def _any(words: list[str]) -> str:
    return r"(?:re-?|un|double[ -])?(?:" + "|".join(sorted(words, key=len, reverse=True)) + r")\b(?!['’-])"


ACT = _any(_ACTS)
DO = _any(_ACTS + _OWN)
DOING = _any([_doing(verb) for verb in [*_ACTS, "do", "prepare", "tackle", "work"]])
