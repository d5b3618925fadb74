// The frame around the rows of a list: skeletons, a failure, nothing yet, nothing found, and the way to more.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../feedback/error-message.tsx'
import { LoadMore, type LoadMoreProps } from './load-more.tsx'
import { RowSkeletons } from '../feedback/skeletons.tsx'
import { NothingFound } from '../feedback/nothing-found.tsx'

interface Props {
  of: LoadMoreProps['of']
  /** Rows on screen. */
  shown: number
  /** There are none on the server; unlike `shown` it counts rows that are hidden for now. Same as no rows shown when absent. */
  none?: boolean
  pending: boolean
  ready: boolean
  /** Why it could not be read; empty when it could. */
  failure: string
  onRetry: () => void
  search: string
  onClearSearch: () => void
  hasMore: boolean
  loadingMore: boolean
  onMore: () => void
  /** In place of rows while there is nothing at all. */
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
