// Organizations to choose from; the server searches them while the user types.
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useScope } from './workspace-scope.tsx'

const SHOWN = 100
const PAUSE_MS = 250
const LONGEST_SEARCH = 100

function useOrgs(search: string, enabled: boolean) {
  const { api, workspace } = useScope()
  const { data } = useQuery(
    api.orgs.list.queryOptions({
      input: { uid: workspace.uid, limit: SHOWN, ...(search && { search: search.slice(0, LONGEST_SEARCH) }) },
      enabled,
      staleTime: 60_000,
      placeholderData: keepPreviousData,
    }),
  )
  return data?.items.map(({ ID, name }) => ({ value: ID, label: name }))
}

/** The name of an organization, also when there are too many to list. */
export function useOrgName(orgId: string, enabled = true): string | undefined {
  const { api, workspace } = useScope()
  const orgs = useOrgs('', enabled)
  const listed = orgs?.find(({ value }) => value === orgId)?.label
  const { data } = useQuery(
    api.orgs.get.queryOptions({
      input: { uid: workspace.uid, orgId },
      enabled: enabled && orgId !== '' && orgs !== undefined && listed === undefined,
      staleTime: 60_000,
      retry: false,
    }),
  )
  return listed ?? data?.data.name
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** Choices of a `Select`: first `others`, which are no organizations. The chosen one stays among them. */
export function useOrgChoices(chosen: string, others: readonly Choice[], enabled = true) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const other = others.find(({ value }) => value === chosen)
  const name = useOrgName(other ? '' : chosen, enabled)
  const usual = useOrgs('', enabled) ?? []
  // The field shows the chosen one, which is not a search.
  const found = useOrgs(search === (other?.label ?? name) ? '' : search, enabled) ?? []
  const isMissing = name !== undefined && !found.some(({ value }) => value === chosen)
  return {
    choices: [...others, ...(isMissing ? [{ value: chosen, label: name }] : []), ...found],
    /** How many organizations there are, up to those shown at once. */
    count: usual.length,
    nameOf: (orgId: string) => [...usual, ...found].find(({ value }) => value === orgId)?.label,
    onSearch: setTyped,
  }
}
