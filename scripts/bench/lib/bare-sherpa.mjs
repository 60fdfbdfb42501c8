// sherpa-onnx's own pipeline, without anything of the appliance: bare-sherpa.mjs WAV THRESHOLD → turns as JSON.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../../lib/paths.mjs'

const sherpa = createRequire(import.meta.url)('sherpa-onnx-node')
const [wav = '', threshold = '0.8'] = process.argv.slice(2)
const models = join(root, 'models', 'speakers')
const pipeline = new sherpa.OfflineSpeakerDiarization({
  segmentation: { pyannote: { model: join(models, 'segmentation.onnx') }, numThreads: 1 },
  embedding: { model: join(models, 'embedding.onnx'), numThreads: 1 },
  clustering: { numClusters: -1, threshold: Number(threshold) },
  minDurationOn: 0.3,
  minDurationOff: 0.5,
})
process.stdout.write(JSON.stringify(pipeline.process(sherpa.readWave(wav).samples)))
