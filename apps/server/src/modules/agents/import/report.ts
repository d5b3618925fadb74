import { AppError } from '@parlance/contract/lib/errors'
import { cut } from '@parlance/contract/lib/text'
import type { ImportReport } from '@parlance/contract/agents/schemas'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'

/** The only error of an import: INVALID_INPUT with a message. Nothing was created. */
export const importError = (reason: MessageDescriptor): AppError =>
  new AppError('INVALID_INPUT', { ...reason, message: cut(reason.message, 1000) })

const MOST = 500
const WHERE = 200
const WHAT = 500

/** `where` is a name from the file, or a part that every agent has. */
type AddNote = (where: string | MessageDescriptor, what: MessageDescriptor) => void

export interface Notes {
  readonly info: AddNote
  readonly lost: AddNote
  /** At most 501; the last one says how many were left out. */
  readonly all: () => ImportReport['notes']
}

export function createNotes(): Notes {
  const kept: ImportReport['notes'] = []
  const seen = new Set<string>()
  let more = 0
  const add =
    (level: Level): AddNote =>
    (where, what) => {
      const note = noteOf(where, what, level)
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
      more === 0
        ? kept
        : [...kept, noteOf(msg('import_the_file'), msg('import_more_of_kind', { count: more }), 'lost')],
  }
}

type Level = ImportReport['notes'][number]['level']

function noteOf(
  where: string | MessageDescriptor,
  { message, ...code }: MessageDescriptor,
  level: Level,
): ImportReport['notes'][number] {
  const place = typeof where === 'string' ? { where } : { where: where.message, whereCode: where.code }
  return { ...place, where: cut(place.where, WHERE), what: cut(message, WHAT), level, ...code }
}
