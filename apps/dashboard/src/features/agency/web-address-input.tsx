// The address of a page; a host without a scheme gets https:// when the field is left.
import { TextInput } from '@mantine/core'
import { isWebAddress } from '@parlance/contract/agencies/web-address'
import { useTranslation } from 'react-i18next'

interface Props {
  label: string
  value: string
  onChange: (address: string) => void
}

const HOST = /^[^\s:/]+\.[^\s:/]{2,}(?:[:/]\S*)?$/

export function WebAddressInput({ label, value, onChange }: Props) {
  const { t } = useTranslation()
  const text = value.trim()
  return (
    <TextInput
      type="url"
      label={label}
      placeholder="https://"
      dir="ltr"
      maxLength={2000}
      value={value}
      error={text !== '' && !isWebAddress(text) && t('agency.overview.addressInvalid')}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={() => {
        if (HOST.test(text)) onChange(`https://${text}`)
      }}
    />
  )
}
