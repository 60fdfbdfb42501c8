"""faster_whisper_run.py MODEL THREADS SOUND: prints what faster-whisper heard, and how long it took, as JSON."""
import json, sys, time
from faster_whisper import WhisperModel

model_dir, threads, sound = sys.argv[1], int(sys.argv[2]), sys.argv[3]
model = WhisperModel(model_dir, device="cpu", compute_type="int8", cpu_threads=threads)
wall, processor = time.perf_counter(), time.process_time()
segments, _ = model.transcribe(sound, language="en", beam_size=1, vad_filter=True, condition_on_previous_text=False)
text = " ".join(segment.text.strip() for segment in segments)
print(json.dumps({"text": text, "seconds": time.perf_counter() - wall, "processorSeconds": time.process_time() - processor}))
