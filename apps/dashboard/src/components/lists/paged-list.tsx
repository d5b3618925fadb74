// The states around a list: skeletons, error, empty, no results, and more.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../feedback/error-message.tsx'
import { LoadMore, type LoadMoreProps } from './load-more.tsx'
import { RowSkeletons } from '../feedback/skeletons.tsx'
import { NothingFound } from '../feedback/nothing-found.tsx'

interface Props {
  of: LoadMoreProps['of']
  /** Rows shown. */
  shown: number
  /** The server has none; unlike `shown` it includes rows hidden for now. Defaults to no rows shown. */
  none?: boolean
  pending: boolean
  ready: boolean
  /** Why reading failed; empty if it did not. */
  failure: string
  onRetry: () => void
  search: string
  onClearSearch: () => void
  hasMore: boolean
  loadingMore: boolean
  onMore: () => void
  /** Shown when there are no entries at all. */
  empty?: ReactNode
  skeletons?: ReactNode
  children: ReactNode
}

export function PagedList({ shown, none = shown === 0, ready, failure, search, children, ...props }: Props) {
  const { t } = useTranslation()
  const { of, onRetry, onClearSearch, hasMore, loadingMore, onMore, empty, skeletons = <RowSkeletons /> } = props
  return (
    <>
      {props.pending && skeletons}
      {failure && <ErrorMessage text={failure} onRetry={onRetry} />}
      {ready && none && !search && empty}
      {ready && none && search && <NothingFound title={t('common.nothingFound', { search })} onClear={onClearSearch} />}
      {shown > 0 && children}
      <LoadMore of={of} shown={shown} hasMore={hasMore} loading={loadingMore} onMore={onMore} />
    </>
  )
}
