#!/usr/bin/env python3
"""Makes the sample meeting: speaks models/sample/sample-meeting.txt with flite's voices.

  python3 scripts/speech/make_sample.py        ->  models/sample/sample-meeting.mp3 and .json (who speaks when, and what)
  python3 scripts/speech/make_sample.py --script lines.txt --out meeting      ->  meeting.mp3 and meeting.json

Needs flite and ffmpeg (apt install flite ffmpeg). Lines are "Name: Words."; each person has a voice, a blank line is a
longer pause.
"""
import argparse, array, json, os, re, subprocess, tempfile, wave

FOLDER = os.path.join(os.path.dirname(__file__), "..", "..", "models", "sample")
# Those of the sample; in another script people have them in turn. The second is how much higher a voice is made.
OWN = {"Andrew": ("awb", 1), "Robert": ("rms", 0.97), "Susan": ("slt", 1)}
VOICES = [("slt", 1), ("rms", 1), ("awb", 1), ("kal16", 1), ("slt", 0.86), ("rms", 1.16), ("awb", 1.14), ("kal16", 0.88)]
RATE = 16000
# Within a turn, before somebody else speaks, before the next item.
PAUSE, TURN_PAUSE, LONG_PAUSE = 0.45, 0.8, 1.2


TRIM = "silenceremove=start_periods=1:start_threshold=-50dB"


def sayable(text):
    """As somebody would say it: flite leaves a pound sign out."""
    text = re.sub(r"£([\d,.]*\d)(?: (thousand|million|billion)\b)?", r"\1 \2 pounds", text)
    return text.replace("%", " per cent").replace("£", " pounds ").strip(" .…-–")


def spoken(text, voice, folder):
    raw, wav = os.path.join(folder, "raw.wav"), os.path.join(folder, "line.wav")
    name, higher = voice
    if not re.search(r"\w", sayable(text)):
        return array.array("h")
    subprocess.run(["flite", "-voice", name, "-t", sayable(text) + ".", "-o", raw], check=True)
    pitch = "" if higher == 1 else f",asetrate={int(RATE * higher)},aresample={RATE},atempo={1 / higher:.3f}"
    filters = f"{TRIM},areverse,{TRIM},areverse{pitch},loudnorm=I=-20"
    subprocess.run(["ffmpeg", "-loglevel", "error", "-y", "-i", raw, "-af", filters, "-ar", str(RATE), "-ac", "1", wav], check=True)
    with wave.open(wav) as sound:
        return array.array("h", sound.readframes(sound.getnframes()))


def silence(seconds):
    return array.array("h", bytes(2 * int(seconds * RATE)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--script", default=os.path.join(FOLDER, "sample-meeting.txt"))
    parser.add_argument("--out", default=os.path.join(FOLDER, "sample-meeting"))
    wanted = parser.parse_args()
    samples, turns, voices, pause, before = array.array("h"), [], {}, 0.6, None
    with tempfile.TemporaryDirectory() as folder:
        for line in open(wanted.script, encoding="utf-8"):
            if not line.strip():
                pause = LONG_PAUSE
                continue
            name, text = (part.strip() for part in line.split(":", 1))
            voice = voices.setdefault(name, OWN.get(name) or VOICES[len(voices) % len(VOICES)])
            samples += silence(max(pause, TURN_PAUSE) if before not in (None, name) else pause)
            pause, before = PAUSE, name
            start = len(samples) / RATE
            samples += spoken(text, voice, folder)
            turns.append({"speaker": name, "start": round(start, 2), "end": round(len(samples) / RATE, 2), "text": text})
        samples += silence(PAUSE)
        whole = os.path.join(folder, "whole.wav")
        with wave.open(whole, "wb") as sound:
            sound.setnchannels(1)
            sound.setsampwidth(2)
            sound.setframerate(RATE)
            sound.writeframes(samples.tobytes())
        subprocess.run(["ffmpeg", "-loglevel", "error", "-y", "-i", whole, "-b:a", "40k", wanted.out + ".mp3"], check=True)
    with open(wanted.out + ".json", "w", encoding="utf-8") as truth:
        lines = ",\n".join("    " + json.dumps(turn) for turn in turns)
        truth.write('{\n  "duration": %.2f,\n  "turns": [\n%s\n  ]\n}\n' % (len(samples) / RATE, lines))


main()
