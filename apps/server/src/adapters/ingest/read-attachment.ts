// Reads the text of documents that visitors attach, in a process of its own: a large document of a knowledge base must not
// keep a visitor waiting.
import type { ReadText } from '../../modules/files/ports.ts'
import type { Logger } from '../../lib/log.ts'
import { createIngest } from './ingest.ts'

const MB = 1_000_000
/** An attachment beyond these limits is sent to the model by its file name only. */
const LIMITS = { timeMs: 10_000, maxRss: 500 * MB, keptRss: 200 * MB }
const WAIT_MS = 15_000

export function createAttachmentReader(log: Logger): {
  readonly readText: ReadText
  readonly close: () => Promise<void>
} {
  const ingest = createIngest({ files: LIMITS })
  return {
    async readText({ bytes, filename, mime }) {
      try {
        const signal = AbortSignal.timeout(WAIT_MS)
        const { markdown } = await ingest.parse({ source: { bytes }, fileName: filename, mediaType: mime, signal })
        return markdown
      } catch (error) {
        log.info({ err: error }, 'reading the text of a visitor’s file failed')
        return undefined
      }
    },
    close: ingest.close,
  }
}
