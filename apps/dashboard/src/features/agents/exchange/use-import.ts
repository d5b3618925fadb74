// Imports a file: read, reviewed by the server, created on confirmation.
import type { Agent, ImportReport } from '@parlance/contract/agents/schemas'
import { apiBase } from '@parlance/contract/lib/regions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/errors.ts'
import { useNavigateTo } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { postJson } from '../../../lib/files/upload-body.ts'
import { titleIn } from './file-name.ts'
import { bodyTooLarge, fileTooLarge, MAX_MB, readJson, type ImportState, type Refusal } from './import-state.ts'

interface Answer {
  data: Agent | null
  report: ImportReport
}
interface Chosen {
  name: string
  bytes: number
  /** The parsed file. */
  content?: unknown
}
interface Wish {
  content: unknown
  dryRun: boolean
  title?: string
  onProgress: (percent: number) => void
}

export function useImport() {
  const { t } = useTranslation()
  const [state, setState] = useState<ImportState>({ kind: 'empty' })
  const [chosen, setChosen] = useState<Chosen>()
  const [title, setTitle] = useState('')
  const { send, begin } = useSending()
  const go = useGoing()

  const refuse = (refusal: Refusal, detail = '') =>
    setState({ kind: 'failed', sentence: t(`agents.exchange.refusals.${refusal}`, { detail, max: MAX_MB }) })

  const check = async (file: File) => {
    const isCurrent = begin()
    setChosen({ name: file.name, bytes: file.size })
    setTitle('')
    if (fileTooLarge(file.size)) return refuse('tooLarge')
    const tell = (next: ImportState) => isCurrent() && setState(next)
    tell({ kind: 'checking', percent: 0 })
    try {
      const read = readJson(await file.text())
      if (!isCurrent()) return
      if ('refusal' in read) return refuse(read.refusal, read.detail)
      const content = read.file
      if (bodyTooLarge(JSON.stringify(content))) return refuse('tooLarge')
      const onProgress = (percent: number) => tell({ kind: 'checking', percent })
      const { report } = await send({ content, dryRun: true, onProgress })
      if (!isCurrent()) return
      setChosen({ name: file.name, bytes: file.size, content })
      setTitle(titleIn(content, file.name))
      setState({ kind: 'ready', report })
    } catch (error) {
      tell({ kind: 'failed', sentence: errorText(error) })
    }
  }
  const make = async () => {
    if (state.kind !== 'ready' || !chosen || title.trim() === '') return
    const isCurrent = begin()
    const { report } = state
    setState({ kind: 'importing', report, percent: 0 })
    try {
      const onProgress = (percent: number) => isCurrent() && setState({ kind: 'importing', report, percent })
      const { data } = await send({ content: chosen.content, dryRun: false, title: title.trim(), onProgress })
      if (data) await go(data)
    } catch (error) {
      if (!isCurrent()) return
      // The parsed file stays valid for a retry.
      notify.error(errorText(error))
      setState({ kind: 'ready', report })
    }
  }
  return { state, chosen, title, setTitle, check: (file: File) => void check(file), make: () => void make() }
}

/** One request at a time; a newer one or closing the drawer aborts it. */
function useSending() {
  const { region, workspace } = useScope()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  return {
    /** Returns a function that tells whether the request is still current. */
    begin: () => {
      running.current?.abort()
      const mine = new AbortController()
      running.current = mine
      return () => !mine.signal.aborted
    },
    send: ({ content, dryRun, title, onProgress }: Wish) => {
      const body = JSON.stringify({ file: content, dryRun, ...(title ? { title } : {}) })
      const signal = running.current?.signal ?? new AbortController().signal
      const path = `${apiBase(region)}/v2/workspaces/${workspace.uid}/agents/import`
      return postJson(path, body, { signal, onProgress }) as Promise<Answer>
    },
  }
}

function useGoing() {
  const { t } = useTranslation()
  const { api, region } = useScope()
  const client = useQueryClient()
  const go = useNavigateTo()
  return async (agent: Agent) => {
    notify.success(t('agents.exchange.done', { title: agent.title }))
    void client.invalidateQueries({ queryKey: api.agents.key() })
    const tab = agent.enableNodes && agent.nodes.length > 0 ? 'nodes' : 'overview'
    await go(paths.agent(region, agent.ID, tab))
  }
}
