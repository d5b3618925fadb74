// Reads a provider's file, up to what visitors may send.
import { MAX_VISITOR_FILE_BYTES } from '@parlance/contract/files/limits'
import { limitResponseSize } from './read-limited.ts'

/** Stops at the limit; `reasonFor` its error is `too-large`. */
export const readFile = async (response: Response): Promise<Buffer> =>
  Buffer.from(await limitResponseSize(response, MAX_VISITOR_FILE_BYTES, (error) => error).arrayBuffer())
