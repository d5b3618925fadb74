// Reviews the changes of a push in each copy.
import { Badge, Button, Checkbox, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import type { FleetDifference } from '@parlance/contract/fleet/schemas'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../components/feedback/notify.ts'
import { PagedList } from '../../../components/lists/paged-list.tsx'
import { DrawerFooter } from '../../../components/overlay/drawer-footer.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { errorText } from '../../../lib/errors.ts'
import { listProps, paged } from '../../../lib/paged-query.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { CopyChanges } from './copy-drawer.tsx'

interface Props {
  agentId: string
  /** Copies of the agent, also those that are not listed yet. */
  total: number
  onClose: () => void
}

export default function ReviewDrawer({ agentId, total, onClose }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const client = useQueryClient()
  const reasonId = useId()
  /** All copies but these, or none but these. */
  const [choice, setChoice] = useState<Choice>({ from: 'all', except: new Set() })
  const preview = useInfiniteQuery(
    api.fleet.preview.infiniteOptions({
      input: (cursor: string | undefined) => ({ agentId, limit: 50, ...(cursor && { cursor }) }),
      ...paged,
      staleTime: 0,
    }),
  )
  const items = preview.data?.pages.flatMap((page) => page.items) ?? []
  const masterVersion = preview.data?.pages[0]?.masterVersion
  const isChosen = ({ agentId: id }: FleetDifference) => (choice.from === 'all') !== choice.except.has(id)
  const chosen = items.filter(isChosen)
  const isAll = choice.from === 'all' && choice.except.size === 0
  const count = choice.from === 'all' ? Math.max(total, items.length) - choice.except.size : choice.except.size
  // A push names its copies: those that are chosen but not listed yet have to be known.
  const isListing = choice.from === 'all' && !isAll && preview.hasNextPage
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = preview
  useEffect(() => {
    if (isListing && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [isListing, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  // A copy that is behind gets at least the version, so that later pushes start from it.
  const isIdle =
    chosen.length > 0 && chosen.every((one) => one.isCurrent) && !(choice.from === 'all' && preview.hasNextPage)
  const push = useMutation(
    api.fleet.push.mutationOptions({
      onSuccess: async () => {
        await client.invalidateQueries({ queryKey: api.fleet.key() })
        onClose()
      },
      onError: (error) => {
        notify.error(errorText(error))
        void preview.refetch()
      },
    }),
  )
  return (
    <SideDrawer title={t('fleet.reviewTitle')} size="lg" onClose={onClose}>
      <Text size="sm" c="dimmed" mb="md">
        {t('fleet.reviewText')}
      </Text>
      {items.length > 0 && (
        <Checkbox
          mb="sm"
          label={t('fleet.chooseAll', { total: Math.max(total, items.length) })}
          checked={count > 0}
          indeterminate={count > 0 && !isAll}
          onChange={() => setChoice({ from: isAll ? 'none' : 'all', except: new Set() })}
        />
      )}
      <PagedList of="copies" shown={items.length} search="" onClearSearch={() => undefined} {...listProps(preview)}>
        <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('fleet.title')}>
          {items.map((one) => (
            <Entry
              key={one.agentId}
              agentId={agentId}
              difference={one}
              isChosen={isChosen(one)}
              onChoose={() => setChoice(({ from, except }) => ({ from, except: toggled(except, one.agentId) }))}
            />
          ))}
        </Stack>
      </PagedList>
      <DrawerFooter note={isIdle && <span id={reasonId}>{t('fleet.nothingToPush')}</span>}>
        <Button
          aria-describedby={isIdle ? reasonId : undefined}
          fullWidth={!isIdle}
          // Requires a loaded review.
          disabled={masterVersion === undefined || isIdle || count === 0}
          loading={push.isPending || isListing}
          onClick={() =>
            masterVersion !== undefined &&
            push.mutate({
              agentId,
              masterVersion,
              ...(!isAll && { copyIds: chosen.map((one) => one.agentId) }),
            })
          }
        >
          {isAll ? t('fleet.pushAll') : t('fleet.pushSome', { count })}
        </Button>
      </DrawerFooter>
    </SideDrawer>
  )
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

interface Choice {
  readonly from: 'all' | 'none'
  readonly except: ReadonlySet<string>
}

interface EntryProps {
  agentId: string
  difference: FleetDifference
  isChosen: boolean
  onChoose: () => void
}

function Entry({ agentId, difference, isChosen, onChoose }: EntryProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { title, orgName, isCurrent, changes, conflicts } = difference
  return (
    <li>
      <Group gap="sm" wrap="nowrap">
        <Checkbox checked={isChosen} aria-label={t('fleet.choose', { name: title })} onChange={onChoose} />
        <UnstyledButton flex={1} miw={0} py={6} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Group gap="xs" justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
              <Text size="sm" fw={500} className="truncate" dir="auto">
                {title}
              </Text>
              {orgName && (
                <Text size="xs" c="dimmed" className="truncate" dir="auto">
                  {orgName}
                </Text>
              )}
            </div>
            <Group gap={6} wrap="nowrap">
              {conflicts > 0 && (
                <Badge color="yellow" variant="light" miw="max-content">
                  {t('fleet.conflicts', { count: conflicts })}
                </Badge>
              )}
              <Badge color="gray" variant="light" miw="max-content">
                {isCurrent ? t('fleet.current') : t('fleet.changes', { count: changes })}
              </Badge>
            </Group>
          </Group>
        </UnstyledButton>
      </Group>
      {isOpen && <CopyChanges agentId={agentId} copyId={difference.agentId} />}
    </li>
  )
}
