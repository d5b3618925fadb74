// The models that agents of the workspace can name, as the model picker takes them.
import type { OfferedModels } from '@parlance/contract/workspaces/schemas'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import type { ModelList } from '../../components/inputs/model-list.ts'

interface Models {
  list: ModelList
  /** What a new agent names, and what answers it now; undefined until it is known. */
  standIn: OfferedModels['default'] | undefined
}

export function useModels(): Models {
  const { api, workspace } = useScope()
  // Read anew with each visit: a key may have been added meanwhile.
  const query = useQuery(api.workspaces.models.queryOptions({ input: { uid: workspace.uid }, staleTime: 0 }))
  const { data, error, isFetching, refetch } = query
  return {
    list: {
      items: data?.items ?? [],
      unlisted: data?.unlisted ?? [],
      state: data ? 'ready' : isFetching ? 'loading' : error ? 'failed' : 'loading',
      reason: error ? errorText(error) : '',
      onRetry: () => void refetch(),
    },
    standIn: data?.default,
  }
}
