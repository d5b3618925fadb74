// Buys a number: location, price, then the order.
import { Button, Group, PasswordInput, Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import type { NumberOffer, NumberPrice, TwilioNumber } from '@parlance/contract/channels/numbers-api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currencyText } from '../../../../components/content/format-number.ts'
import { FormError } from '../../../../components/feedback/form-error.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { Dialog } from '../../../../components/overlay/dialog.tsx'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import classes from './phone-numbers.module.css'

/** Countries where Twilio commonly sells local numbers. */
const COUNTRIES =
  'US CA GB IE AU NZ DE AT CH FR BE NL LU ES PT IT DK SE NO FI PL CZ SK HU RO BG GR EE LV LT SI HR MX BR CL CO PE IL JP ZA'.split(
    ' ',
  )
const OTHER = 'other'

interface Props {
  numbers: readonly TwilioNumber[]
  onBought: () => Promise<unknown>
  onClose: () => void
}

export function BuyNumber({ numbers, onBought, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { api, workspace } = useScope()
  const accounts = [...new Set(numbers.map(({ accountSid }) => accountSid))]
  const [account, setAccount] = useState(accounts[0] ?? OTHER)
  const [typed, setTyped] = useState({ accountSid: '', authToken: '' })
  const [country, setCountry] = useState('US')
  const [areaCode, setAreaCode] = useState('')
  const [found, setFound] = useState<{ items: readonly NumberOffer[]; price: NumberPrice }>()
  const [chosen, setChosen] = useState('')
  const [fault, setFault] = useState<unknown>()
  const given = account === OTHER ? typed : { accountSid: account }
  const forget = () => {
    setFound(undefined)
    setChosen('')
    setFault(undefined)
  }
  const search = useMutation({
    mutationFn: () => api.numbers.available.call({ uid: workspace.uid, ...given, country, areaCode }),
    onSuccess: setFound,
    onError: setFault,
  })
  const buy = useMutation({
    mutationFn: (price: NumberPrice) =>
      api.numbers.buy.call({ uid: workspace.uid, ...given, country, phoneNumber: chosen, price }),
    async onSuccess({ data }) {
      notify.success(t('phone.bought', { number: data.phoneNumber }))
      await onBought()
      onClose()
    },
    onError: setFault,
  })
  const names = new Intl.DisplayNames([i18n.language], { type: 'region' })
  const isWrong = !/^\d{0,6}$/.test(areaCode)
  const price = found && priceText(found.price, i18n.language)
  return (
    <Dialog title={t('phone.buy')} onClose={onClose}>
      <Stack gap="md">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (isWrong) return
            forget()
            search.mutate()
          }}
        >
          <Stack gap="sm">
            {accounts.length > 0 && (
              <Select
                label={t('phone.account')}
                data={[
                  ...accounts.map((value) => ({ value, label: shortSid(value) })),
                  { value: OTHER, label: t('phone.otherAccount') },
                ]}
                allowDeselect={false}
                value={account}
                onChange={(next) => {
                  setAccount(next ?? OTHER)
                  forget()
                }}
              />
            )}
            {account === OTHER && (
              <>
                <TextInput
                  label={t('channels.sms.accountSid')}
                  maxLength={100}
                  autoComplete="off"
                  value={typed.accountSid}
                  onChange={(event) => setTyped({ ...typed, accountSid: event.currentTarget.value })}
                />
                <PasswordInput
                  label={t('channels.sms.authToken')}
                  maxLength={100}
                  autoComplete="off"
                  value={typed.authToken}
                  onChange={(event) => setTyped({ ...typed, authToken: event.currentTarget.value })}
                />
              </>
            )}
            <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
              <Select
                label={t('phone.country')}
                miw={180}
                searchable
                allowDeselect={false}
                data={COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).toSorted((a, b) =>
                  a.label.localeCompare(b.label, i18n.language),
                )}
                value={country}
                onChange={(next) => {
                  setCountry(next ?? 'US')
                  forget()
                }}
              />
              <TextInput
                label={t('phone.areaCode')}
                miw={140}
                description={t('phone.areaCodeHint')}
                inputWrapperOrder={['label', 'input', 'error', 'description']}
                inputMode="numeric"
                error={isWrong && t('phone.areaCodeFault')}
                value={areaCode}
                onChange={(event) => {
                  setAreaCode(event.currentTarget.value.trim())
                  forget()
                }}
              />
            </Group>
            <FormError error={fault} />
            <Group justify="flex-end">
              <Button type="submit" variant={found ? 'default' : 'filled'} loading={search.isPending}>
                {t('phone.search')}
              </Button>
            </Group>
          </Stack>
        </form>
        {found?.items.length === 0 && (
          <Text size="sm" component="output">
            {t('phone.none')}
          </Text>
        )}
        {found && price && found.items.length > 0 && (
          <>
            <Offers items={found.items} value={chosen} onChange={setChosen} />
            <Text size="sm">{t('phone.price', { price, account: shortSid(given.accountSid) })}</Text>
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {t('common.cancel')}
              </Button>
              <Button disabled={chosen === ''} loading={buy.isPending} onClick={() => buy.mutate(found.price)}>
                {t('phone.buyFor', { price })}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Dialog>
  )
}

function Offers(props: { items: readonly NumberOffer[]; value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  const { items, value, onChange } = props
  return (
    <Radio.Group label={t('phone.found')} value={value} onChange={onChange} className={classes.offers ?? ''}>
      <Stack gap="xs" py="xs">
        {items.map(({ phoneNumber, place, sms, needsAddress }) => (
          <Radio
            key={phoneNumber}
            value={phoneNumber}
            label={<bdi dir="ltr">{phoneNumber}</bdi>}
            description={[
              place,
              sms ? t('phone.voiceAndTexts') : t('phone.voiceOnly'),
              needsAddress ? t('phone.needsAddress') : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

const shortSid = (sid: string): string => (sid.length > 12 ? `${sid.slice(0, 6)}…${sid.slice(-4)}` : sid)

/** Twilio returns amounts as text in the account's currency. */
const priceText = ({ monthly, currency }: NumberPrice, language: string): string =>
  currencyText(Number(monthly), currency, language)
