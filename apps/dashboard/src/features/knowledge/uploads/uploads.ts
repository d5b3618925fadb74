// Uploads continue on every page of the dashboard.
import { apiBase, type Region } from '@parlance/contract/lib/regions'
import { useSyncExternalStore } from 'react'
import { errorText, hasCode } from '../../../lib/errors.ts'
import { postFile } from '../../../lib/files/upload-body.ts'
import {
  beginning,
  EMPTY_QUEUE,
  isUnderWay,
  reduceUploads,
  type FileUpload,
  type UploadEvent,
  type UploadQueue,
} from './upload-queue.ts'

let queue: UploadQueue = EMPTY_QUEUE
const PAUSE_MS = 10_000
const listeners = new Set<() => void>()
const running = new Map<number, { readonly stop: AbortController }>()
/** By upload: its page's data, needed once it is stored. */
const contexts = new Map<number, { readonly region: Region; readonly onStored: () => void }>()

function dispatch(event: UploadEvent): void {
  queue = reduceUploads(queue, event)
  for (const listener of listeners) listener()
  for (const upload of beginning(queue)) begin(upload)
}

function begin(upload: FileUpload): void {
  const { id, agentId, file, tags } = upload
  const context = contexts.get(id)
  if (!context || running.has(id)) return
  const stop = new AbortController()
  running.set(id, { stop })
  dispatch({ type: 'start', id })
  const query = new URLSearchParams({ name: file.name, ...(tags.length > 0 ? { tags: tags.join(',') } : {}) })
  const path = `${apiBase(context.region)}/v2/agents/${encodeURIComponent(agentId)}/kb/files?${query.toString()}`
  const onProgress = (percent: number) => dispatch({ type: 'progress', id, percent })
  postFile(path, file, { signal: stop.signal, onProgress })
    .then(
      () => {
        forget(id)
        dispatch({ type: 'gone', id })
        context.onStored()
      },
      (error: unknown) => {
        if (hasCode(error, 'RATE_LIMITED') && !stop.signal.aborted) return later(id)
        running.delete(id)
        if (stop.signal.aborted) return
        const final = hasCode(error, 'INVALID_INPUT', 'PAYLOAD_TOO_LARGE')
        dispatch({ type: final ? 'refused' : 'failed', id, reason: errorText(error) })
      },
    )
    .finally(guard)
}

/** Rate limited: keeps its place and retries by itself. */
function later(id: number): void {
  dispatch({ type: 'progress', id, percent: 0 })
  setTimeout(() => {
    running.delete(id)
    dispatch({ type: 'retry', id })
  }, PAUSE_MS)
}

function forget(id: number): void {
  running.delete(id)
  contexts.delete(id)
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()
/** Closing the page would abort uploads. */
function guard(): void {
  if (isUnderWay(queue)) globalThis.addEventListener('beforeunload', warn)
  else globalThis.removeEventListener('beforeunload', warn)
}

export const uploads = {
  add(
    { agentId, region, onStored }: { agentId: string; region: Region; onStored: () => void },
    files: readonly File[],
    tags: readonly string[],
  ): void {
    for (const index of files.keys()) contexts.set(queue.nextId + index, { region, onStored })
    dispatch({ type: 'add', agentId, files, tags })
    guard()
  },
  retry: (id: number) => dispatch({ type: 'retry', id }),
  /** Aborts an upload or removes a failed one. */
  remove(id: number): void {
    running.get(id)?.stop.abort()
    forget(id)
    dispatch({ type: 'gone', id })
    guard()
  },
  clear(agentId: string): void {
    dispatch({ type: 'clear', agentId })
    for (const id of contexts.keys()) if (!queue.uploads.some((upload) => upload.id === id)) contexts.delete(id)
  },
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const snapshot = () => queue

/** An agent's unfinished uploads. */
export const useUploads = (agentId: string): readonly FileUpload[] =>
  useSyncExternalStore(subscribe, snapshot).uploads.filter((upload) => upload.agentId === agentId)
