/** What a person on the page can send besides text: also what the product must refuse. */
import { fileOf } from '../meta-pages/files.ts'

interface PageFile {
  readonly kind: string
  readonly label: string
  /** Of the update. */
  readonly message: Readonly<Record<string, unknown>>
}
const TOO_LARGE = 12_000_000

const document = (id: string, mime: string, bytes: number) => ({
  document: { file_id: id, file_unique_id: id, file_name: id, mime_type: mime, file_size: bytes },
})
const opening = 'Opening hours of the shop: Monday to Friday from nine to six.'
const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])

export const FILES: readonly PageFile[] = [
  {
    kind: 'picture',
    label: 'Picture',
    message: { photo: [{ file_id: 'picture.png', file_unique_id: 'p', width: 64, height: 64 }] },
  },
  {
    kind: 'voice',
    label: 'Voice note',
    message: { voice: { file_id: 'voice.wav', file_unique_id: 'v', duration: 1, mime_type: 'audio/wav' } },
  },
  { kind: 'document', label: 'Text document', message: document('hours.txt', 'text/plain', opening.length) },
  { kind: 'false-picture', label: 'Program named as a picture', message: document('photo.png', 'image/png', 202) },
  { kind: 'program', label: 'Program', message: document('setup.exe', 'application/x-msdownload', 202) },
  { kind: 'large', label: 'Document of 12 MB', message: document('large.pdf', 'application/pdf', TOO_LARGE) },
  {
    kind: 'video',
    label: 'Video',
    message: { video: { file_id: 'video.mp4', file_unique_id: 'm', duration: 3, mime_type: 'video/mp4' } },
  },
]

/** By file id. */
export const PAGE_FILES: readonly (readonly [string, Buffer])[] = [
  ...['picture.png', 'voice.wav'].flatMap((name) => {
    const found = fileOf(name)
    return found ? [[name, found.body] as const] : []
  }),
  ['hours.txt', Buffer.from(opening)],
  ['photo.png', program],
  ['setup.exe', program],
]
