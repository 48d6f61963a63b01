"""PyMahjongGB beside ours: python_peers.py TINGHU HANDS ROUNDS. See python_peers.sh."""

import json
import statistics
import subprocess
import sys
import time

from MahjongGB import MahjongFanCalculator

SUITS = {"m": "W", "s": "T", "p": "B"}
HONOURS = {"E": "F1", "S": "F2", "W": "F3", "N": "F4", "C": "J1", "F": "J2", "P": "J3"}
WINDS = "ESWN"


def tiles(text):
    found, ranks = [], ""
    for c in text.strip("[]<>").replace(" ", ""):
        if c.isdigit():
            ranks += c
        elif c in SUITS:
            found += [SUITS[c] + rank for rank in ranks]
            ranks = ""
        else:
            found.append(HONOURS[c])
    return found


def pack(meld):
    own = sorted(tiles(meld))
    if len(own) == 4:
        return ("GANG", own[0], 0 if meld.startswith("<") else 1)
    return ("PENG", own[0], 1) if own[0] == own[1] else ("CHI", own[1], 1)


def arguments(query):
    return (
        tuple(pack(meld) for meld in query["melds"]),
        tuple(tiles(query["hand"])),
        tiles(query["tile"])[0],
        0,
        query["self_draw"],
        query["fourth"],
        query["kong"],
        query["last"],
        WINDS.index(query["seat"]),
        WINDS.index(query["round"]),
    )


def main(tinghu, path, rounds):
    with open(path, encoding="utf-8") as lines:
        queries = [json.loads(line) for line in lines]
    hands = [arguments(query["in"]) for query in queries if query["out"]["win"]]
    totals = [query["out"]["total"] for query in queries if query["out"]["win"]]
    counted = [sum(points for points, _ in MahjongFanCalculator(*hand)) for hand in hands]
    same = sum(ours == theirs for ours, theirs in zip(totals, counted))
    own, peer, ratios = [], [], []
    row = [tinghu, "bench", "--json", "--rounds", "1", "--row", "81 fans of", "--fans", path]
    for _ in range(rounds):
        ours = json.loads(subprocess.run(row, check=True, capture_output=True).stdout)["ours_ns"]
        begin = time.thread_time_ns()
        for hand in hands:
            MahjongFanCalculator(*hand)
        theirs = (time.thread_time_ns() - begin) / len(hands)
        own.append(ours)
        peer.append(theirs)
        ratios.append(ours / theirs)
    print(
        f"81 fans of a winning hand: {statistics.median(own):.0f} ns, PyMahjongGB {statistics.median(peer):.0f} ns,"
        f" ratio {statistics.median(ratios):.3f}, to be at most 0.200; {same} of {len(hands)} totals are the same"
    )


main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
