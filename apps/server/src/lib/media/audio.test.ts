import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AUDIO_KINDS, audioHead, isAudioKind } from './audio.ts'
import { bytes, id3, mp3, mp4, ogg, wav, webm } from './audio.testing.ts'
import { attachmentKind, fileKind } from './kinds.ts'

describe('detects format and duration', () => {
  test.each([
    ['webm', webm(3), 'webm', 3],
    ['webm over several clusters', webm(25), 'webm', 25],
    ['ogg', ogg(4), 'ogg', 4],
    ['mp4', mp4(5), 'mp4', 5],
    ['mp4 of another brand', mp4(1, { brand: 'isom' }), 'mp4', 1],
    ['wav', wav(2), 'wav', 2],
  ])('%s', (_, recording, kind, seconds) => expect(audioHead(recording)).toEqual({ kind, seconds }))

  test('reads mp3 with and without a tag', () => {
    for (const tag of ['', id3('<script>alert(1)</script>')]) {
      const head = audioHead(mp3(40, tag))
      expect(head?.kind).toBe('mp3')
      expect(head?.seconds).toBeCloseTo((40 * 1152) / 44_100, 5)
    }
  })

  test('also in the middle of a larger buffer', () => {
    const large = bytes('1234567', webm(3))
    expect(audioHead(large.subarray(7))).toEqual({ kind: 'webm', seconds: 3 })
  })

  test('accepts a recording without a duration', () => {
    expect(audioHead(mp4(0))).toEqual({ kind: 'mp4', seconds: undefined })
    expect(audioHead(ogg(0).subarray(0, 60))?.seconds).toBeUndefined()
  })

  test.each([
    ['nothing', bytes()],
    ['text', bytes('RIFFs are what guitars play')],
    ['HTML', bytes('<!doctype html><script>alert(1)</script>')],
    ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a webm film', webm(3, { type: 1 })],
    ['a matroska film', webm(3, { docType: 'matroska' })],
    ['an mp4 film', mp4(3, { handler: 'vide' })],
    ['a picture in boxes', mp4(3, { brand: 'heic' })],
    ['an mp4 of neither', mp4(3, { handler: 'text' })],
    ['ogg that is no sound', ogg(3, bytes('\u0080theora'))],
    ['a tag with a page behind it', bytes(id3('x'), '<html><script>alert(1)</script>')],
    ['a single frame', mp3(1)],
    ['a webp', bytes('RIFF', [9, 0, 0, 0], 'WEBPVP8 ')],
    ['a wav without sound', wav(1).subarray(0, 30)],
  ])('%s is none', (_, given) => expect(audioHead(given)).toBeUndefined())
})

describe('what is attached', () => {
  const PDF = bytes('%PDF-1.7')
  const both = { files: true, sound: true }
  test.each([
    ['a document', PDF, both, { kind: 'pdf' }],
    ['a note', webm(1), both, { kind: 'webm' }],
    [
      'a note without voice notes',
      webm(1),
      { files: true, sound: false },
      { refused: expect.objectContaining({ message: expect.stringContaining('.png') }) },
    ],
    [
      'a document without files',
      PDF,
      { files: false, sound: true },
      { refused: expect.objectContaining({ message: expect.stringContaining('.webm') }) },
    ],
    [
      'a page',
      bytes('<html>'),
      both,
      { refused: expect.objectContaining({ message: expect.stringContaining('.png') }) },
    ],
  ])('%s', (_, given, allowed, wanted) => expect(attachmentKind(given, 'x', allowed)).toEqual(wanted))
})

describe('whatever the bytes', () => {
  const whole = [webm(12), ogg(3), mp4(3), wav(0.05), mp3(4), mp3(3, id3('Ada'))]
  const spoilt = fc
    .tuple(fc.constantFrom(...whole), fc.nat(900), fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 8 }))
    .map(([recording, end, edits]) => {
      const copy = recording.slice(0, end)
      for (const [at, byte] of edits) if (at < copy.length) copy[at] = byte
      return copy
    })

  test('never throws, and returns a known kind with a possible duration', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), spoilt), (given) => {
        const before = given.slice()
        const head = audioHead(given)
        expect(given).toEqual(before)
        if (head === undefined) return
        expect(AUDIO_KINDS).toContain(head.kind)
        if (head.seconds !== undefined) expect(head.seconds).toBeGreaterThan(0)
        if (head.seconds !== undefined) expect(head.seconds).toBeLessThan(86_400)
      }),
      { numRuns: 3000 },
    )
  })

  test('detects only one kind per file', () => {
    fc.assert(
      fc.property(fc.oneof(spoilt, fc.constantFrom(...whole)), (given) => {
        if (audioHead(given)) expect(fileKind(given, 'x.txt')).toBeUndefined()
      }),
    )
  })

  test('returns the duration it was recorded with', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), (seconds) => {
        for (const make of [webm, ogg, mp4]) expect(audioHead(make(seconds))?.seconds).toBe(seconds)
      }),
      { numRuns: 60 },
    )
  })

  test('reads ten adversarial megabytes quickly', () => {
    const many = new Uint8Array(10_000_000)
    many.set(webm(1))
    for (let at = 200; at + 2 < many.length; at += 2) many.set([0xec, 0x80], at)
    const pages = new Uint8Array(10_000_000).fill(0x4f)
    pages.set(ogg(1))
    const frames = new Uint8Array(10_000_000)
    for (let at = 0; at + 24 < frames.length; at += 24) frames.set([0xff, 0xf3, 0x14, 0], at)
    const begun = performance.now()
    for (const given of [many, pages, frames]) audioHead(given)
    expect(performance.now() - begun).toBeLessThan(20_000)
  })
})

test('names kinds', () => {
  expect(isAudioKind('webm')).toBe(true)
  expect(isAudioKind('toString')).toBe(false)
})
