// Models that agents of the workspace can use, and which one answers.
import type { CredentialProvider, OfferedModel, OfferedModels } from '@parlance/contract/workspaces/schemas'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { type ModelList, type Payer, payerOf } from '../inputs/model-picker/model-list.ts'

interface Models {
  list: ModelList
  /** A new agent's model and what answers it now; undefined while unknown. */
  standIn: OfferedModels['default'] | undefined
}

export function useModels(): Models {
  const { api, workspace, client } = useScope()
  // Refetched on each visit: a key may have been added.
  const query = useQuery({
    ...api.workspaces.models.queryOptions({ input: { uid: workspace.uid }, staleTime: 0 }),
    // Client users can't see keys.
    enabled: client === undefined,
  })
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

export interface Answering {
  name: string
  provider: CredentialProvider
  paidBy: Payer
  /** Absent for unlisted models. */
  price?: OfferedModel['price'] | undefined
}

/** Which model answers for an agent's model; undefined until keys are known. */
export function useAnswering(asked: string): Answering | undefined {
  const { list, standIn } = useModels()
  if (list.state !== 'ready') return undefined
  // Only the default has a stand-in; a chosen model does not.
  if (asked === standIn?.asked && standIn.answers) return standIn.answers
  return { ...payerOf(asked, list), price: list.items.find(({ id }) => id === asked)?.price }
}
