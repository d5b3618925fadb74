/** What people on the pages of simulators can send besides text: also what the product must refuse. */
import { fileOf } from './meta-pages/files.ts'

export interface PageFile {
  readonly kind: string
  readonly label: string
  readonly name: string
  readonly mime: string
  readonly size: number
}
const OPENING = Buffer.from('Opening hours of the shop: Monday to Friday from nine to six.')
const PROGRAM = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])
const TOO_LARGE = 12_000_000
const known = (name: string): Buffer => fileOf(name)?.body ?? Buffer.alloc(0)

/** By name. */
export const PAGE_FILES: readonly (readonly [string, Buffer])[] = [
  ['picture.png', known('picture.png')],
  ['voice.wav', known('voice.wav')],
  ['hours.txt', OPENING],
  ['photo.png', PROGRAM],
  ['setup.exe', PROGRAM],
]
const sizes = new Map(PAGE_FILES.map(([name, { length }]) => [name, length]))
const file = (kind: string, label: string, name: string, mime: string): PageFile => ({
  kind,
  label,
  name,
  mime,
  size: sizes.get(name) ?? TOO_LARGE,
})

export const FILES: readonly PageFile[] = [
  file('picture', 'Picture', 'picture.png', 'image/png'),
  file('voice', 'Voice note', 'voice.wav', 'audio/wav'),
  file('document', 'Text document', 'hours.txt', 'text/plain'),
  file('false-picture', 'Program named as a picture', 'photo.png', 'image/png'),
  file('program', 'Program', 'setup.exe', 'application/x-msdownload'),
  file('large', 'Document of 12 MB', 'large.pdf', 'application/pdf'),
  file('video', 'Video', 'video.mp4', 'video/mp4'),
]
