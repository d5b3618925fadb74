// The models that agents of the workspace can name, and which of them answers.
import type { CredentialProvider, OfferedModel, OfferedModels } from '@parlance/contract/workspaces/schemas'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { type ModelList, type Payer, payerOf } from '../inputs/model-picker/model-list.ts'

interface Models {
  list: ModelList
  /** What a new agent names, and what answers it now; undefined until it is known. */
  standIn: OfferedModels['default'] | undefined
}

export function useModels(): Models {
  const { api, workspace, client } = useScope()
  // Read anew with each visit: a key may have been added meanwhile.
  const query = useQuery({
    ...api.workspaces.models.queryOptions({ input: { uid: workspace.uid }, staleTime: 0 }),
    // Which keys there are is not for client users.
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
  /** Absent for a model that no list has. */
  price?: OfferedModel['price'] | undefined
}

/** Which model answers for the one an agent names; undefined until the server has said which keys there are. */
export function useAnswering(asked: string): Answering | undefined {
  const { list, standIn } = useModels()
  if (list.state !== 'ready') return undefined
  // The default alone is stood in for; a model somebody chose is not.
  if (asked === standIn?.asked && standIn.answers) return standIn.answers
  return { ...payerOf(asked, list), price: list.items.find(({ id }) => id === asked)?.price }
}
