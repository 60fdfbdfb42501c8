"""word_errors.py: {"said", "heard"} on stdin; word errors after Whisper's English normaliser, as JSON."""
import json, os, re, sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "speech"))
from score import word_errors
from whisper_normalizer.english import EnglishTextNormalizer

plain = EnglishTextNormalizer()
given = json.load(sys.stdin)
# The normaliser takes what stands in brackets for a remark and drops it; in the truth it was said.
said = plain(re.sub(r"[()\[\]]", " ", given["said"])).split()
heard = plain(given["heard"]).split()
swapped, left_out, added = word_errors(said, heard)
print(json.dumps({"wer": (swapped + left_out + added) / len(said), "words": len(said), "substitutions": swapped, "deletions": left_out, "insertions": added}))
