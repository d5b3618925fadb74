// Chunks contents: short ones at once, long ones in a worker thread.
import { Worker } from 'node:worker_threads'
import { entryPath } from '../../../lib/paths.ts'
import { type Chunk, chunkText } from './chunk-text.ts'

/** Characters; chunking this many takes about 10 ms. */
const LONG = 200_000
const MAX_MS = 60_000

type Place = Pick<Chunk, 'start' | 'end' | 'heading'>

export async function chunkContent(text: string, maxChunkSize: number): Promise<Chunk[]> {
  if (text.length <= LONG) return chunkText(text, maxChunkSize)
  const places = await inWorker(text, maxChunkSize)
  return places.map((place) => ({ ...place, text: text.slice(place.start, place.end) }))
}

function inWorker(text: string, maxChunkSize: number): Promise<Place[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(entryPath('modules/knowledge/ingestion/chunk-content.worker'), {
      workerData: { text, maxChunkSize },
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    const late = setTimeout(() => end(new Error('cutting a text took too long')), MAX_MS)
    function end(error: Error) {
      clearTimeout(late)
      void worker.terminate()
      reject(error)
    }
    worker.once('error', end)
    worker.once('exit', () => end(new Error('cutting a text broke off')))
    worker.once('message', (places: Place[]) => {
      clearTimeout(late)
      resolve(places)
    })
  })
}
