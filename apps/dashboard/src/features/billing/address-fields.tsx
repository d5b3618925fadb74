import { Group, Stack, TextInput } from '@mantine/core'
import type { BillingAddress } from '@parlance/contract/billing/payments'
import { useTranslation } from 'react-i18next'

export const EMPTY_ADDRESS: BillingAddress = { line1: '', line2: '', city: '', state: '', postal_code: '', country: '' }

/** Whether all fields a new card needs are filled in. */
export const isAddressComplete = ({ line1, city, postal_code, country }: BillingAddress): boolean =>
  line1.trim() !== '' && city.trim() !== '' && postal_code.trim() !== '' && /^[A-Za-z]{2}$/.test(country.trim())

interface Props {
  value: BillingAddress
  onChange: (address: BillingAddress) => void
}

export function AddressFields({ value, onChange }: Props) {
  const { t } = useTranslation()
  const field = (name: keyof BillingAddress, autoComplete: string, isRequired: boolean) => (
    <TextInput
      label={t(`billing.address.${name}`)}
      required={isRequired}
      autoComplete={`billing ${autoComplete}`}
      maxLength={name === 'country' ? 2 : 200}
      {...(name === 'country' && { description: t('billing.address.countryHint') })}
      value={value[name]}
      onChange={({ currentTarget }) => onChange({ ...value, [name]: currentTarget.value })}
    />
  )
  return (
    <Stack gap="sm">
      {field('line1', 'address-line1', true)}
      {field('line2', 'address-line2', false)}
      <Group grow align="flex-start">
        {field('city', 'address-level2', true)}
        {field('postal_code', 'postal-code', true)}
      </Group>
      <Group grow align="flex-start">
        {field('state', 'address-level1', false)}
        {field('country', 'country', true)}
      </Group>
    </Stack>
  )
}
