#!/usr/bin/env python3
"""Makes the sample meeting: speaks models/sample/sample-meeting.txt with flite's voices.

  python3 scripts/speech/make_sample.py        ->  models/sample/sample-meeting.mp3 and .json (who speaks when, and what)

Needs flite and ffmpeg (apt install flite ffmpeg). Each person has a voice; a blank line is a longer pause.
"""
import array, json, os, subprocess, tempfile, wave

FOLDER = os.path.join(os.path.dirname(__file__), "..", "..", "models", "sample")
VOICES = {"Andrew": "awb", "Robert": "rms", "Susan": "slt"}
RATE = 16000
# Within a turn, before somebody else speaks, before the next item.
PAUSE, TURN_PAUSE, LONG_PAUSE = 0.45, 0.8, 1.2


def spoken(text, voice, folder):
    raw, wav = os.path.join(folder, "raw.wav"), os.path.join(folder, "line.wav")
    subprocess.run(["flite", "-voice", voice, "-t", text, "-o", raw], check=True)
    trim = "silenceremove=start_periods=1:start_threshold=-50dB,areverse,silenceremove=start_periods=1:start_threshold=-50dB,areverse"
    subprocess.run(["ffmpeg", "-loglevel", "error", "-y", "-i", raw, "-af", trim + ",loudnorm=I=-20", "-ar", str(RATE), "-ac", "1", wav], check=True)
    with wave.open(wav) as sound:
        return array.array("h", sound.readframes(sound.getnframes()))


def silence(seconds):
    return array.array("h", bytes(2 * int(seconds * RATE)))


def main():
    samples, turns, pause, before = array.array("h"), [], 0.6, None
    with tempfile.TemporaryDirectory() as folder:
        for line in open(os.path.join(FOLDER, "sample-meeting.txt"), encoding="utf-8"):
            if not line.strip():
                pause = LONG_PAUSE
                continue
            name, text = (part.strip() for part in line.split(":", 1))
            samples += silence(max(pause, TURN_PAUSE) if before not in (None, name) else pause)
            pause, before = PAUSE, name
            start = len(samples) / RATE
            samples += spoken(text, VOICES[name], folder)
            turns.append({"speaker": name, "start": round(start, 2), "end": round(len(samples) / RATE, 2), "text": text})
        samples += silence(PAUSE)
        whole = os.path.join(folder, "whole.wav")
        with wave.open(whole, "wb") as sound:
            sound.setnchannels(1)
            sound.setsampwidth(2)
            sound.setframerate(RATE)
            sound.writeframes(samples.tobytes())
        mp3 = os.path.join(FOLDER, "sample-meeting.mp3")
        subprocess.run(["ffmpeg", "-loglevel", "error", "-y", "-i", whole, "-b:a", "40k", mp3], check=True)
    with open(os.path.join(FOLDER, "sample-meeting.json"), "w", encoding="utf-8") as truth:
        lines = ",\n".join("    " + json.dumps(turn) for turn in turns)
        truth.write('{\n  "duration": %.2f,\n  "turns": [\n%s\n  ]\n}\n' % (len(samples) / RATE, lines))


main()
