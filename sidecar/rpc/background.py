"""An event loop on a thread of its own, started with the first coroutine; recovery calls run there."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


class Background:
    def __init__(self) -> None:
        self._starting = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def start(self, coroutine: Coroutine[Any, Any, T]) -> Future[T]:
        """Run `coroutine`. To cancel the future cancels it, also before its first step."""
        with self._starting:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=self._loop.run_forever, name="background", daemon=True)
                self._thread.start()
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    def close(self, timeout: float) -> None:
        """Cancel what still runs, let it clean up for `timeout` seconds at most, stop the loop."""
        loop, thread = self._loop, self._thread
        if loop is None or thread is None:
            return

        async def wind_up() -> None:
            rest = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for task in rest:
                task.cancel()
            if rest:
                await asyncio.wait(rest, timeout=timeout)
            await loop.shutdown_asyncgens()

        asyncio.run_coroutine_threadsafe(wind_up(), loop).add_done_callback(lambda _: loop.stop())
        thread.join(timeout * 2)
        if not thread.is_alive():
            loop.close()
