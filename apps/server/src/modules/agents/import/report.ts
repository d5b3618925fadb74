// What an import says of itself: the one error it throws, and the notes of its report.
import { AppError } from '@parlance/contract/lib/errors'
import { cut } from '@parlance/contract/lib/text'
import type { ImportReport } from '@parlance/contract/agents/schemas'

/** The only error of an import: INVALID_INPUT with a sentence for people. Nothing was made. */
export const importError = (message: string): AppError => new AppError('INVALID_INPUT', cut(message, 1000))

const MOST = 500
const WHERE = 200
const WHAT = 500

export interface Notes {
  /** Carried over, but not quite as it was. */
  readonly info: (where: string, what: string) => void
  /** Not carried over. */
  readonly lost: (where: string, what: string) => void
  /** At most 501; the last one says how many were left out. */
  readonly all: () => ImportReport['notes']
}

export function createNotes(): Notes {
  const kept: ImportReport['notes'] = []
  const seen = new Set<string>()
  let more = 0
  const add = (level: 'info' | 'lost') => (where: string, what: string) => {
    const note = { where: cut(where, WHERE), what: cut(what, WHAT), level }
    const key = `${level}|${note.where}|${note.what}`
    if (seen.has(key)) return
    if (kept.length >= MOST) more += 1
    else {
      seen.add(key)
      kept.push(note)
    }
  }
  return {
    info: add('info'),
    lost: add('lost'),
    all: () =>
      more === 0 ? kept : [...kept, { where: 'The file', what: `And ${more} more of the kind.`, level: 'lost' }],
  }
}
