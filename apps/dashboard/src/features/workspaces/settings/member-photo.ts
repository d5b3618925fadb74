import { useQuery } from '@tanstack/react-query'
import { useScope } from '../../../scope.tsx'

/** Path of the photo of whoever belongs to the workspace under this address; undefined without one. */
export function useMemberPhoto(email: string): string | undefined {
  const { api, workspace } = useScope()
  const members = useQuery(api.workspaces.members.queryOptions({ input: { uid: workspace.uid } }))
  return members.data?.items.find((member) => member.email === email)?.photoURL
}
