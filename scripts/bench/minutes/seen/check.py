#!/usr/bin/env python3
"""Checks the meeting files in this folder: form, ids, times, quotes, owners. Prints the counts."""
import json, glob, os, re, sys
here = os.path.dirname(os.path.abspath(__file__))
KINDS = set("board general committee one_to_one management charity_trustees residents_company".split())
bad = []; n = dict(files=0, segments=0, decisions=0, actions=0, conflicts=0, notDecisions=0)
nodec = []; noact = []; anon = []; kinds = {}; outs = {}; dk = {}
bare = lambda a: re.sub(r"\s*\(.*\)$", "", a)
for f in sorted(glob.glob(os.path.join(here, "m*.json"))):
    m = json.load(open(f, encoding="utf-8")); i = m["id"]
    def e(*x): bad.append((i,) + x)
    if i != os.path.basename(f)[:-5]: e("id")
    if m["kind"] not in KINDS: e("kind")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", m["date"]): e("date")
    kinds[m["kind"]] = kinds.get(m["kind"], 0) + 1
    s = m["segments"]; text = {x["id"]: x["text"] for x in s}; alltext = " ".join(text.values()).lower()
    if [x["id"] for x in s] != list(range(1, len(s) + 1)): e("ids")
    if not 25 <= len(s) <= 60: e("segments", len(s))
    t = -1.0
    for x in s:
        if x["start"] < t or x["end"] <= x["start"]: e("time", x["id"])
        t = x["end"]
        if not x["text"].strip() or re.search(r"[{}]|//", x["text"]): e("text", x["id"])
    names = {bare(a) for a in m["attendees"]}
    sp = {x["speaker"] for x in s}
    if any(p.startswith("Speaker ") for p in sp): anon.append(i)
    for p in sp:
        if p not in names and not p.startswith("Speaker "): e("speaker", p)
    for k in ("decisions", "actions"):
        for d in m[k]:
            if d["segments"] != sorted(set(d["segments"])) or any(z not in text for z in d["segments"]): e(k, "segments", d)
            elif not d["quote"] or not any(d["quote"] in text[z] for z in d["segments"]): e(k, "quote", d["quote"])
    for d in m["decisions"]:
        if d["kind"] not in ("resolution", "decision"): e("decision kind")
        o = d.get("outcome"); outs[o] = outs.get(o, 0) + 1; dk[d["kind"]] = dk.get(d["kind"], 0) + 1
        if d["vote"] and set(d["vote"]) != {"for", "against", "abstained"}: e("vote")
    for a in m["actions"]:
        o = a["owner"]
        if o and o not in names and o.split()[0].lower() not in alltext: e("owner", o)
    for c in m["conflicts"]:
        if c["person"] not in names: e("person", c["person"])
    for c in m["conflicts"] + m["notDecisions"]:
        if not c["segments"] or any(z not in text for z in c["segments"]): e("segments", c)
    if m["nextMeeting"] and m["nextMeeting"].lower() not in alltext: e("nextMeeting", m["nextMeeting"])
    for a in m["actions"]:
        if a["due"]:
            for part in a["due"].split("; "):
                if part.lower() not in alltext: e("due", part)
    n["files"] += 1
    for k in list(n)[1:]: n[k] += len(m[k])
    if not m["decisions"]: nodec.append(i)
    if not m["actions"]: noact.append(i)
print(n); print("kinds", kinds); print("decision kinds", dk, "outcomes", outs)
print("no decision", nodec); print("no action", noact); print("anonymous speakers", len(anon), anon)
for b in bad: print("BAD", *b)
sys.exit(bool(bad))
