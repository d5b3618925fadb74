// Says that a plan limit is reached and, with permission, offers the add-on that raises it.
import { Button, Group, Text } from '@mantine/core'
import type { AddOnId } from '@parlance/contract/billing/entitlements'
import { useDisclosure } from '@mantine/hooks'
import { Suspense } from 'react'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import { useCan } from '../../lib/permissions.ts'
import { AlertBox } from '../feedback/alert-box.tsx'

const AddOnDialog = lazyWithTexts(() => import('./add-on-dialog.tsx'), 'AddOnDialog')

interface Props {
  text: string
  addOn: AddOnId
  /** The button's label. */
  buy: string
}

export function LimitNotice({ text, addOn, buy }: Props) {
  const [isOpen, { open, close }] = useDisclosure()
  const mayBuy = useCan('admin')
  return (
    <>
      <AlertBox kind="info">
        <Group justify="space-between" gap="sm">
          <Text size="sm">{text}</Text>
          {mayBuy && (
            <Button size="xs" variant="default" onClick={open}>
              {buy}
            </Button>
          )}
        </Group>
      </AlertBox>
      <Suspense fallback={null}>{isOpen && <AddOnDialog addOn={addOn} onClose={close} />}</Suspense>
    </>
  )
}
