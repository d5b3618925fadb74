// The agent's leads: filters, stages, groups, and changes.
import type { Lead, Stage } from '@parlance/contract/leads/schemas'
import { DEFAULT_STAGES } from '@parlance/contract/leads/schemas'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../components/feedback/notify.ts'
import { download } from '../../lib/files/download.ts'
import { errorText } from '../../lib/errors.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { paged, pageInput } from '../../lib/paged-query.ts'
import { useCan } from '../../lib/permissions.ts'
import { type Act, actWith } from '../../lib/use-act.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

const PAGE = 50

export const useAgentId = () =>
  useParams({ strict: false, select: (params: { agentId?: string }) => params.agentId ?? '' })

export interface Filters {
  readonly search: string
  readonly stage: string
  readonly group: string
}
export function useFilters() {
  const [search, setSearch] = useSearchParam('search')
  const [stage, setStage] = useSearchParam('stage')
  const [group, setGroup] = useSearchParam('group')
  const clear = () => [setSearch, setStage, setGroup].forEach((set) => set(undefined))
  return { search, setSearch, stage, setStage, group, setGroup, clear, isFiltered: `${search}${stage}${group}` !== '' }
}

/** Input of the calls without empty filters. */
export const filterInput = ({ search, stage, group }: Filters) => ({
  ...(search && { search }),
  ...(stage && { stage }),
  ...(group && { group }),
})

export function useLeads(agentId: string, { search, ...filters }: Filters) {
  const { api } = useScope()
  return useInfiniteQuery(
    api.leads.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        agentId,
        ...filterInput({ search: '', ...filters }),
        ...pageInput(search, cursor, PAGE),
      }),
      ...paged,
      enabled: agentId !== '',
    }),
  )
}

const USUAL = ['new', 'contacted', 'qualified', 'won', 'lost'] as const
const isUsual = (id: string): id is (typeof USUAL)[number] => (USUAL as readonly string[]).includes(id)

/** Stages with custom names, and groups. */
export function useLeadSettings(agentId: string) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { data, error, isPending, refetch } = useQuery(
    api.leads.settings.queryOptions({ input: { agentId }, enabled: agentId !== '' }),
  )
  const stages: readonly Stage[] = data?.data.stages ?? DEFAULT_STAGES
  const nameOf = (id: string): string => {
    const name = stages.find((stage) => stage.id === id)?.name
    return name || (isUsual(id) ? t(`leads.stages.${id}`) : id)
  }
  return {
    stages,
    groups: data?.data.groups ?? [],
    rules: data?.data.rules ?? [],
    nameOf,
    isPending,
    /** Why nothing is known; then `stages` are not the stored ones. */
    error: data ? null : error,
    refetch,
  }
}

/** Client users may edit leads of their agents; in the workspace, editors. */
export function useMayEdit(): boolean {
  const { client } = useScope()
  const mayEdit = useCan('editor')
  return client !== undefined || mayEdit
}

export function useRefresh() {
  const { api } = useScope()
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: api.leads.key() }), [api, client])
}

/** Makes a call and shows its result. */
export const useAct = (): Act => actWith(useRefresh())

export function useExport(agentId: string, filters: Filters) {
  const { t } = useTranslation()
  const { api } = useScope()
  return useMutation({
    mutationFn: async () => {
      // Responses with a file name are parsed as a file.
      const file: unknown = await api.leads.export.call({ agentId, ...filterInput(filters) })
      download('leads.csv', file instanceof Blob ? file : String(file), 'text/csv;charset=utf-8')
    },
    onSuccess: () => notify.success(t('leads.exported')),
    onError: (error) => notify.error(errorText(error)),
  })
}

/** A lead's title without a name. */
export const titleOf = ({ name, email, phone }: Pick<Lead, 'name' | 'email' | 'phone'>): string =>
  name || email || phone
