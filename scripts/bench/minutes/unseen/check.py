"""Checks the answer files in this folder (structure only, not the judgement)."""
import glob, json, os, re, sys

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = {"board", "general", "committee", "one_to_one", "management", "charity_trustees", "residents_company"}
OUTCOMES = {None, "carried", "rejected", "deferred", "noted"}
bad, tot = [], {}

def count(k, n=1):
    tot[k] = tot.get(k, 0) + n

for f in sorted(glob.glob(os.path.join(HERE, "m*.json"))):
    j = json.load(open(f, encoding="utf-8"))
    name = os.path.basename(f)
    err = lambda t: bad.append(f"{name}: {t}")
    if j["id"] + ".json" != name: err("id")
    if j["kind"] not in KINDS: err("kind " + j["kind"])
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", j["date"]): err("date")
    segs = j["segments"]
    if not 25 <= len(segs) <= 60: err(f"{len(segs)} segments")
    text = {}
    last = -1.0
    for n, s in enumerate(segs, 1):
        if s["id"] != n: err(f"segment id {s['id']}")
        if not (last <= s["start"] < s["end"]): err(f"time at {n}")
        last = s["end"]
        if not s["text"].strip() or not s["speaker"].strip(): err(f"empty segment {n}")
        text[n] = s["text"]
    alltext = " ".join(text.values())
    names = [re.sub(r"\s*\(.*\)$", "", a) for a in j["attendees"]]
    for k in ("decisions", "actions"):
        for d in j[k]:
            if not d["segments"] or any(i not in text for i in d["segments"]): err("segments " + d["text"]); continue
            if d["segments"] != sorted(set(d["segments"])): err("segment order " + d["text"])
            if not any(d["quote"] in text[i] for i in d["segments"]): err("quote " + d["quote"])
    for d in j["decisions"]:
        if d["kind"] not in ("resolution", "decision") or d.get("outcome") not in OUTCOMES: err("kind/outcome " + d["text"])
        if d["vote"] is not None and set(d["vote"]) != {"for", "against", "abstained"}: err("vote " + d["text"])
        count("outcome " + str(d.get("outcome")))
        count("kind " + d["kind"])
        count("with vote", d["vote"] is not None)
    for a in j["actions"]:
        if a["owner"] is not None and a["owner"] not in names and a["owner"] not in alltext: err("owner " + a["owner"])
        if a["due"] is not None and not any(a["due"].lower() in t.lower() for t in text.values()): err(f"due not as said: {a['due']}")
        count("action without owner", a["owner"] is None)
    for c in j["conflicts"]:
        if c["person"] not in names and c["person"] not in alltext: err("conflict " + c["person"])
    for k in ("conflicts", "notDecisions"):
        for d in j[k]:
            if not d["segments"] or any(i not in text for i in d["segments"]): err(k)
    if j["nextMeeting"] is None: count("no next meeting")
    elif not any(j["nextMeeting"].lower() in t.lower() for t in text.values()): err("next meeting not as said")
    anon = {s["speaker"] for s in segs if s["speaker"].startswith("Speaker ")}
    count("files", 1); count("segments", len(segs)); count("files with Speaker N", bool(anon))
    count("files with only Speaker N", all(s["speaker"].startswith("Speaker ") for s in segs))
    for k in ("decisions", "actions", "conflicts", "notDecisions"):
        count(k, len(j[k])); count("files without " + k, not j[k])
    count("file kind " + j["kind"])
for k in sorted(tot): print(f"{tot[k]:5d}  {k}")
print("\n".join(bad) if bad else "all files pass")
sys.exit(bool(bad))
