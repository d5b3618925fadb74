// Sets or removes the monthly budget of an agent or organization.
import { Button, Group, NumberInput, Radio, Select, Stack, TagsInput, Text } from '@mantine/core'
import type { Budget } from '@parlance/contract/billing/budgets'
import { BUDGET } from '@parlance/contract/billing/budget-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errors.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { separators, usd } from '../content/format-number.ts'
import { AlertBox } from '../feedback/alert-box.tsx'
import { notify } from '../feedback/notify.ts'
import { Dialog } from '../overlay/dialog.tsx'

export interface BudgetSubject {
  readonly kind: Budget['kind']
  readonly subjectId: string
  readonly name: string
}

interface Props {
  /** The choices; hidden when there is one and no search. */
  subjects: readonly BudgetSubject[]
  /** Called with what is typed when there are more than `subjects`. */
  onSearch?: ((text: string) => void) | undefined
  /** The current budget. */
  budget?: Budget | undefined
  /** Dollars per credit; absent while unknown. */
  usdPerCredit?: number | undefined
  onClose: () => void
}

const keyOf = ({ kind, subjectId }: Pick<BudgetSubject, 'kind' | 'subjectId'>) => `${kind}:${subjectId}`
const isPercent = (text: string) => /^\d{1,2}$/.test(text) && Number(text) >= 1

export default function BudgetDialog({ subjects, onSearch, budget, usdPerCredit, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const only = !onSearch && subjects.length === 1
  const [subject, setSubject] = useState(only ? subjects[0] : undefined)
  const [limit, setLimit] = useState<number | string>(budget?.limit ?? '')
  const [alerts, setAlerts] = useState<string[]>((budget?.alerts ?? BUDGET.suggested).map(String))
  const [action, setAction] = useState<Budget['action']>(budget?.action ?? 'warn')
  // The chosen one stays among the choices when another is searched.
  const isMissing = subject && !subjects.some((one) => keyOf(one) === keyOf(subject))
  const known = isMissing ? [subject, ...subjects] : subjects
  const refresh = () => client.invalidateQueries({ queryKey: api.clientBilling.budgets.key() })
  const save = useMutation(
    api.clientBilling.saveBudget.mutationOptions({
      onSuccess: async () => {
        await refresh()
        notify.success(t('billing.budgets.saved'))
        onClose()
      },
    }),
  )
  const remove = useMutation(
    api.clientBilling.deleteBudget.mutationOptions({
      onSuccess: async () => {
        await refresh()
        notify.success(t('billing.budgets.removed'))
        onClose()
      },
    }),
  )
  const isReady = subject !== undefined && typeof limit === 'number' && limit >= BUDGET.min
  const error = save.error ?? remove.error
  const groups = (['agent', 'org'] as const)
    .map((kind) => ({
      group: t(`billing.budgets.kinds.${kind}`),
      items: known.filter((one) => one.kind === kind).map((one) => ({ value: keyOf(one), label: one.name })),
    }))
    .filter(({ items }) => items.length > 0)
  return (
    <Dialog
      onClose={onClose}
      title={only && subject ? t('billing.budgets.of', { name: subject.name }) : t('billing.budgets.add')}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // It may be nested in another form.
          event.stopPropagation()
          if (!isReady) return
          const { kind, subjectId } = subject
          save.mutate({ uid: workspace.uid, kind, subjectId, limit, alerts: alerts.map(Number), action })
        }}
      >
        <Stack>
          {error && <AlertBox kind="danger">{errorText(error)}</AlertBox>}
          {!only && (onSearch || subjects.length > 1) && (
            <Select
              label={t('billing.budgets.subject')}
              data={groups}
              value={subject ? keyOf(subject) : null}
              searchable
              nothingFoundMessage={t('billing.budgets.nobody')}
              onSearchChange={(text) => onSearch?.(text === subject?.name ? '' : text.trim())}
              onChange={(key) => setSubject(known.find((one) => keyOf(one) === key))}
            />
          )}
          <NumberInput
            label={t('billing.budgets.limit')}
            description={
              typeof limit === 'number' && limit > 0 && usdPerCredit !== undefined
                ? t('billing.budgets.worth', { usd: usd(limit * usdPerCredit, i18n.language, 2) })
                : t('billing.budgets.limitHint')
            }
            min={BUDGET.min}
            max={BUDGET.max}
            allowDecimal={false}
            allowNegative={false}
            {...separators()}
            value={limit}
            onChange={setLimit}
          />
          <TagsInput
            label={t('billing.budgets.alerts')}
            description={t('billing.budgets.alertsHint')}
            data={['25', '50', '75', '80', '90']}
            value={alerts}
            maxTags={BUDGET.alerts}
            onChange={(next) =>
              setAlerts(
                next
                  .map((one) => one.replaceAll(/\D/g, ''))
                  .filter(isPercent)
                  .toSorted((a, b) => Number(a) - Number(b)),
              )
            }
          />
          <Radio.Group
            label={t('billing.budgets.action')}
            value={action}
            onChange={(value) => setAction(value === 'stop' ? 'stop' : 'warn')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="warn" label={t('billing.budgets.warn')} />
              <Radio value="stop" label={t('billing.budgets.stop')} description={t('billing.budgets.stopHint')} />
            </Stack>
          </Radio.Group>
          <Text size="xs" c="dimmed">
            {t('billing.budgets.month')}
          </Text>
          <Group justify="flex-end">
            {budget && subject && (
              <Button
                variant="subtle"
                color="red"
                me="auto"
                w={{ base: '100%', xs: 'auto' }}
                loading={remove.isPending}
                onClick={() => remove.mutate({ uid: workspace.uid, kind: subject.kind, subjectId: subject.subjectId })}
              >
                {t('billing.budgets.remove')}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={!isReady} loading={save.isPending}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
