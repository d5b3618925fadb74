import { expect, test } from 'vitest'
import {
  beginning,
  EMPTY_QUEUE,
  isUnderWay,
  reduceUploads,
  type UploadEvent,
  type UploadQueue,
} from './upload-queue.ts'

function file(name: string, size = 10): File {
  const made = new File([''], name)
  Object.defineProperty(made, 'size', { value: size })
  return made
}
const add = (...files: File[]): UploadEvent => ({ type: 'add', agentId: 'a', files, tags: [] })
const play = (...events: UploadEvent[]): UploadQueue => events.reduce(reduceUploads, EMPTY_QUEUE)
const states = ({ uploads }: UploadQueue) => uploads.map(({ state }) => state)

test.each<[string, File, string]>([
  [
    'an ending that cannot be read',
    file('tool.exe'),
    'Only .txt, .md, .html, .htm, .csv, .xlsx, .docx, .pptx, .pdf, .json, .srt, .vtt Files',
  ],
  [
    'a file without an ending',
    file('notes'),
    'Only .txt, .md, .html, .htm, .csv, .xlsx, .docx, .pptx, .pdf, .json, .srt, .vtt Files',
  ],
  ['a byte too many', file('book.pdf', 50_000_001), 'Max size: 50 MBs'],
])('%s is refused before anything is sent', (_, refused, reason) => {
  const queue = play(add(refused, file('fine.PDF', 50_000_000)))
  expect(queue.uploads.map((upload) => [upload.state, upload.reason])).toEqual([
    ['refused', reason],
    ['waiting', ''],
  ])
  expect(beginning(queue).map(({ id }) => id)).toEqual([2])
})

test('sends two at a time while the others wait', () => {
  let queue = play(add(file('1.txt'), file('2.txt'), file('3.txt')))
  expect(beginning(queue).map(({ id }) => id)).toEqual([1, 2])
  queue = [1, 2].reduce((now, id) => reduceUploads(now, { type: 'start', id }), queue)
  expect(beginning(queue)).toEqual([])
  queue = reduceUploads(queue, { type: 'gone', id: 1 })
  expect(beginning(queue).map(({ id }) => id)).toEqual([3])
})

test('makes room after a failure, shows why, and allows a retry', () => {
  let queue = play(add(file('1.txt')), { type: 'start', id: 1 }, { type: 'progress', id: 1, percent: 40 })
  expect(queue.uploads[0]).toMatchObject({ state: 'sending', percent: 40 })
  queue = reduceUploads(queue, { type: 'failed', id: 1, reason: 'offline' })
  expect(queue.uploads[0]).toMatchObject({ state: 'failed', reason: 'offline' })
  expect(isUnderWay(queue)).toBe(false)
  queue = reduceUploads(queue, { type: 'retry', id: 1 })
  expect(queue.uploads[0]).toMatchObject({ state: 'waiting', percent: 0, reason: '' })
  expect(isUnderWay(queue)).toBe(true)
})

test("clears an agent's failed uploads and keeps running ones", () => {
  const other: UploadEvent = { type: 'add', agentId: 'b', files: [file('x.exe')], tags: [] }
  const queue = play(add(file('1.txt'), file('2.exe'), file('3.txt')), other, { type: 'failed', id: 1, reason: 'no' })
  expect(states(reduceUploads(queue, { type: 'clear', agentId: 'a' }))).toEqual(['waiting', 'refused'])
})
