// Members of the workspace, used seats, and invitations.
import { Text } from '@mantine/core'
import type { Member, Seats as SeatCount } from '@parlance/contract/workspaces/members'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../../../lib/permissions.ts'
import { errorText } from '../../../../lib/errors.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useAccount } from '../../../../lib/session/session.ts'
import { AlertBox } from '../../../../components/feedback/alert-box.tsx'
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx'
import { LimitNotice } from '../../../../components/payment/limit-notice.tsx'
import { SearchInput } from '../../../../components/inputs/search-input.tsx'
import { RowSkeletons } from '../../../../components/feedback/skeletons.tsx'
import { VirtualRows } from '../../../../components/lists/virtual-rows.tsx'
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx'
import { sameEmail } from '../../texts.ts'
import { InviteForm } from './invite-form.tsx'
import { MemberRow } from './member-row.tsx'
import classes from '../settings.module.css'
import { SupportLine, SupportSection } from '../support-section.tsx'
import { TeamsSection } from './teams-section.tsx'

/** Shows a search from this many on. */
const SEARCHABLE = 6
/** A usual row's height in pixels. */
const ROW_HEIGHT = 63

export default function MembersTab() {
  const { api, workspace } = useScope()
  const refusal = useDeniedReason('admin')
  const members = useQuery(api.workspaces.members.queryOptions({ input: { uid: workspace.uid } }))
  if (members.isPending) return <RowSkeletons />
  if (!members.data) return <ErrorMessage text={errorText(members.error)} onRetry={() => void members.refetch()} />
  const { items, seats } = members.data
  return (
    <>
      <SupportLine />
      {refusal ? <AlertBox kind="info">{refusal}</AlertBox> : <InviteForm full={seats.used >= seats.limit} />}
      <Seats {...seats} />
      <List items={items} />
      <TeamsSection />
      <SupportSection />
    </>
  )
}

function Seats({ used, limit }: SeatCount) {
  const { t } = useTranslation()
  return (
    <div className={classes.head}>
      <Text fw={600}>{t('workspaces.members.seats', { used, limit })}</Text>
      <Text size="sm" c="dimmed">
        {t('workspaces.members.seatsHint')}
      </Text>
      {used >= limit && (
        <LimitNotice
          text={t(limit > 1 ? 'workspaces.members.seatsFull' : 'workspaces.members.onlySeat')}
          addOn="workspace-seat"
          buy={t('workspaces.members.addSeats')}
        />
      )}
    </div>
  )
}

function List({ items }: { items: readonly Member[] }) {
  const { t } = useTranslation()
  const account = useAccount()
  const [search, setSearch] = useState('')
  const wanted = search.toLowerCase()
  const shown = items.filter(({ email, name = '' }) => email.includes(wanted) || name.toLowerCase().includes(wanted))
  return (
    <>
      {items.length > SEARCHABLE && (
        <div className={classes.search}>
          <SearchInput value={search} onChange={setSearch} label={t('workspaces.members.search')} />
        </div>
      )}
      {shown.length === 0 ? (
        <NothingFound title={t('common.nothingFound', { search })} />
      ) : (
        <VirtualRows
          items={shown}
          keyOf={({ email }) => email}
          rowHeight={ROW_HEIGHT}
          className={classes.list}
          label={t('workspaces.members.list')}
          total={shown.length}
        >
          {(member, item) => (
            <MemberRow
              key={member.email}
              member={member}
              own={account !== null && sameEmail(account.email, member.email)}
              item={item}
            />
          )}
        </VirtualRows>
      )}
    </>
  )
}
