import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useScope } from '../../../lib/workspace-scope.tsx'

/** Paths of the photos of those who belong to the workspace, by address; whoever has none is not in it. */
export function useMemberPhotos(): ReadonlyMap<string, string> {
  const { api, workspace } = useScope()
  const members = useQuery(api.workspaces.members.queryOptions({ input: { uid: workspace.uid } }))
  const items = members.data?.items
  return useMemo(
    () => new Map(items?.flatMap(({ email, photoURL }) => (photoURL ? [[email, photoURL] as const] : []))),
    [items],
  )
}
