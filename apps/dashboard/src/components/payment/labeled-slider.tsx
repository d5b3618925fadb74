import { Group, Slider, type SliderProps, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../i18n/number-locale.ts'

interface Props extends Pick<SliderProps, 'min' | 'max' | 'step' | 'disabled'> {
  label: string
  /** The value as people read it. */
  shown: string
  value: number
  onChange: (value: number) => void
}

export function LabeledSlider({ label, shown, ...slider }: Props) {
  const { i18n } = useTranslation()
  return (
    <div>
      <Group justify="space-between">
        <Text size="sm">{label}</Text>
        <Text size="sm" fw={500}>
          {shown}
        </Text>
      </Group>
      <Slider {...slider} label={(value) => value.toLocaleString(numberLocale(i18n.language))} thumbLabel={label} />
    </div>
  )
}
