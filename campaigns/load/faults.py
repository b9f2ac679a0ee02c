"""Faults of the service: greedy and broken clients, killed workers, replaced files, an end.

Each trial has a client beside it that behaves well: its answers must be right, and come in time; memory is bounded; and
whatever is refused has a status.
"""

import asyncio
import random
import shutil
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import lexkit
from campaigns.load.served import Answer, Beside, Client, Served, head, request
from campaigns.run import Trial, Tried

#: What a client may be told that asks too often or too much, or when the server is busy.
REFUSED = {429, 503}

Attack = Callable[[Served, Beside, list[str], bool], Awaitable[Counter[int | None]]]


def trials(full: bool) -> list[Trial]:
    """All trials; ``full``: with more clients."""
    return [
        Trial(f"served: {name}", str(attack.__doc__), lambda attack=attack: attacked(attack, full))
        for name, attack in ATTACKS.items()
    ]


def attacked(attack: Attack, full: bool) -> Tried:
    """Try one attack."""
    found: list[str] = []
    with TemporaryDirectory() as folder:
        lexicon = str(shutil.copy(str(lexkit.open("english").path), Path(folder) / "served.gaddag"))
        with Served(lexicon) as served:
            lenient = attack in (workers_killed, stopped)
            with Beside(served, lexicon, lenient=lenient) as beside:
                statuses = asyncio.run(attack(served, beside, found, full))
                if attack is not stopped:
                    served.pause_until(served.answers)
            wrong, facts = beside.outcome()
    told = {str(status or "no answer"): number for status, number in sorted(statuses.items(), key=str)}
    return Tried(statuses.total() + len(beside.times), found + wrong, {"statuses": told, **facts})


def _require(found: list[str], statuses: Counter[int | None], allowed: set[int | None]) -> None:
    """Note the statuses that should not be."""
    for status, number in statuses.items():
        if status not in allowed:
            found.append(f"{number} of {statuses.total()} requests: {status or 'ended without an answer'}")


# -- greedy clients -----------------------------------------------------------------------------------------


async def _flood(served: Served, addresses: int, clients: int, each: int) -> Counter[int | None]:
    """Clients that all ask at once for searches that take long, each on a new connection, ``each`` times."""
    statuses: Counter[int | None] = Counter()

    async def ask(number: int) -> None:
        draw = random.Random(number)
        for _ in range(each):
            letters = "".join(draw.sample("ABCDEFGHILMNOPRSTU", 9))
            wanted = request("search", {"query": f"subanagram:{letters}??", "sort": "-points,word", "limit": 5})
            async with Client(served, f"127.0.3.{number % addresses + 1}") as client:
                await client.send(wanted)
                statuses[(await client.answer()).status] += 1

    await asyncio.gather(*[ask(number) for number in range(clients)])
    return statuses


async def flood_of_one(served: Served, beside: Beside, found: list[str], full: bool) -> Counter[int | None]:
    """One address floods it with searches on hundreds of connections: each is answered, or told 429 or 503."""
    statuses = await _flood(served, 1, 2000 if full else 1000, 3 if full else 1)
    _require(found, statuses, {200, *REFUSED})
    return statuses


async def flood_of_many(served: Served, beside: Beside, found: list[str], full: bool) -> Counter[int | None]:
    """A hundred addresses flood it with searches: each is answered, or told 429 or 503."""
    statuses = await _flood(served, 100, 2000 if full else 1000, 3 if full else 1)
    _require(found, statuses, {200, *REFUSED})
    return statuses


# -- broken requests ----------------------------------------------------------------------------------------


async def too_large(served: Served, beside: Beside, found: list[str], full: bool) -> Counter[int | None]:
    """Bodies and heads that are too large, or do not say how large: 413, 400, 431."""
    from lexkit.apps.api.application import LIMITS

    most = LIMITS.body
    big = b"[" * (most + 1000)
    cases: list[tuple[bytes, set[int | None]]] = [
        # The connection ends before all has come: the client may miss the answer.
        (head("words", f"content-length: {len(big)}") + big, {413, None}),
        (head("words", f"content-length: {len(big)}", "expect: 100-continue"), {413}),
        (head("words", f"content-length: {10**15}") + b"{" * 100_000, {413, None}),
        (head("words", "transfer-encoding: chunked") + b"1\r\n{\r\n" * 20_000 + b"0\r\n\r\n", {400}),
        (head("words", f"content-length: {most - 1}") + big[: most - 1], {400}),
        (head("words", *[f"x-{number}: {'y' * 1000}" for number in range(200)]), {400, 431}),
        (head("words", "content-length: -1"), {400}),
    ]
    times = 20 if full else 4
    statuses: Counter[int | None] = Counter()

    async def ask(wanted: bytes, allowed: set[int | None]) -> None:
        async with Client(served) as client:
            sending = asyncio.create_task(client.send(wanted))
            got = Counter([(await client.answer()).status])
            sending.cancel()
            _require(found, got, allowed)
            statuses.update(got)

    for wanted, allowed in cases:
        await asyncio.gather(*[ask(wanted, allowed) for _ in range(times)])
    return statuses


async def half_closed(served: Served, beside: Beside, found: list[str], full: bool) -> Counter[int | None]:
    """Clients that close their half, and so have gone: the connection ends at once."""
    wanted = request("words", {"words": ["CARE"]})
    longer = request("search", {"query": "subanagram:AEINRSTLO??", "limit": 1})
    pieces = {
        wanted: {None, 200},
        longer: {None, 200},
        wanted[:20]: {None, 400},
        wanted[:-3]: {None, 400},
        b"": {None},
    }
    statuses: Counter[int | None] = Counter()

    async def ask(sent: bytes, allowed: set[int | None]) -> None:
        async with Client(served) as client:
            await client.send(sent)
            client.writer.write_eof()
            begun = time.perf_counter()
            answer = await client.answer()
            if (answer.status is None or answer.status >= 400) and time.perf_counter() - begun > 5:
                found.append(f"{sent[:40]!r}: its connection stayed open")
            got = Counter([answer.status])
            _require(found, got, allowed)
            statuses.update(got)
            if await client.reader.read():
                found.append(f"{sent[:40]!r}: more than an answer")

    for _ in range(20 if full else 4):
        await asyncio.gather(*[ask(sent, allowed) for sent, allowed in pieces.items() for _ in range(5)])
    return statuses


# -- what befalls the service -------------------------------------------------------------------------------


async def workers_killed(served: Served, beside: Beside, found: list[str], full: bool) -> Counter[int | None]:
    """Workers are killed under load: only the requests on their own connections are lost."""
    wanted = request("search", {"query": "subanagram:AEINRST??", "limit": 1})
    statuses: Counter[int | None] = Counter()
    killed: set[int] = set()
    owners: set[int] = set()
    stop = asyncio.Event()

    async def ask(number: int) -> None:
        while not stop.is_set():
            async with Client(served, f"127.0.4.{number + 1}") as client:
                owner, answer = None, Answer(200)
                for _ in range(20):  # then another connection: all would be of the worker that was not killed
                    if answer.status != 200 or stop.is_set():
                        break
                    await client.send(wanted)
                    answer = await client.answer()
                    statuses[answer.status] += 1
                    if owner is None and answer.status is not None:
                        owner = served.owner(client.writer.get_extra_info("sockname")[1])
                        owners.update({owner} - {None})
                # Before its first answer nobody knows whose a connection is.
                if answer.status != 200 and owner is not None and owner not in killed:
                    found.append(f"a client of worker {owner}: {answer.status}, killed were {killed}")

    asking = [asyncio.create_task(ask(number)) for number in range(24)]
    for _ in range(10 if full else 2):
        await asyncio.sleep(1.5)
        killed.add(served.kill_one())
        await asyncio.to_thread(served.pause_until, lambda: len(set(served.workers()) - killed) == served.number)
    stop.set()
    await asyncio.gather(*asking)
    if not owners - killed:
        found.append("no worker that was not killed was seen")
    _require(found, statuses, {200, None})
    return statuses


async def replaced(served: Served, beside: Beside, found: list[str], full: bool) -> Counter[int | None]:
    """Its file is replaced: answers stay those of the old one, until SIGHUP has its workers read the new one."""
    path = Path(served.lexicon)
    old = lexkit.open(path)
    wanted = request("words", {"words": ["CARE", "ZZX"]})
    statuses: Counter[int | None] = Counter()

    async def ask(expected: bytes) -> None:
        async with Client(served) as client:
            await client.send(wanted)
            answer = await client.answer()
            statuses[answer.status] += 1
            if answer.content != expected:
                found.append(f"{answer.content[:200]!r}, not {expected!r}")

    before, after = b'{"valid":[true,false],"all":false}', b'{"valid":[true,true],"all":true}'
    words = [*old.words().to_list()[:: 1 if full else 40], "CARE", "ZZX"]
    await asyncio.to_thread(lexkit.build, words, path)
    for _ in range(200 if full else 40):
        await ask(before)
        await asyncio.sleep(0.01)
    beside.end()  # what it knows is of the old file
    first = set(served.workers())
    served.process.send_signal(signal.SIGHUP)
    await asyncio.to_thread(served.pause_until, lambda: not first & set(served.workers()))
    for _ in range(40):
        await ask(after)
    _require(found, statuses, {200})
    return statuses


async def stopped(served: Served, beside: Beside, found: list[str], full: bool) -> Counter[int | None]:
    """It is told to stop under load: all that was asked before is answered, and it ends in ten seconds."""
    game = lexkit.Match(lexkit.open(served.lexicon), "greedy", "greedy", seed=3).game(0)
    searches = request("search", {"query": "subanagram:AEINRSTLO??", "limit": 1})
    analyses = request("analysis", {"gcg": game.to_gcg(), "level": "static", "seconds": 2})
    statuses: Counter[int | None] = Counter()
    told_to_stop = float("inf")

    async def ask(number: int) -> None:
        wanted = searches if number else analyses
        try:
            async with Client(served, f"127.0.5.{number + 1}") as client:
                status: int | None = 200
                while status == 200:
                    sent = time.monotonic()
                    await client.send(wanted)
                    status = (await client.answer()).status
                    if status is not None or sent < told_to_stop:
                        statuses[status] += 1
        except ConnectionRefusedError:
            found.append("a client was refused before the end")

    asking = [asyncio.create_task(ask(number)) for number in range(64 if full else 24)]
    await asyncio.sleep(2.0)
    beside.end()
    told_to_stop = time.monotonic()
    served.process.terminate()
    await asyncio.gather(*asking)
    code = await asyncio.to_thread(served.process.wait, 30)
    seconds = time.monotonic() - told_to_stop
    if code or seconds > 12:
        found.append(f"it ended with {code} after {seconds:.1f} s")
    _require(found, statuses, {200})
    return statuses


ATTACKS: Mapping[str, Attack] = {
    "a flood from one address": flood_of_one,
    "a flood from a hundred addresses": flood_of_many,
    "bodies too large": too_large,
    "half-closed connections": half_closed,
    "workers killed": workers_killed,
    "a lexicon replaced": replaced,
    "a stop under load": stopped,
}
