import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { shortName } from './short-name.ts'
import classes from './switcher.module.css'

type Props = ComponentProps<'button'> & { title: string }

export function SwitcherButton({ title, ...props }: Props) {
  const { t } = useTranslation()
  return (
    <UnstyledButton {...props} className={classes.target} title={title}>
      <span className="visually-hidden">{`${t('shell.switcher')}: `}</span>
      <ShortName name={title} />
      <IconChevronDown size={16} stroke={1.5} aria-hidden />
    </UnstyledButton>
  )
}

/** A shortened visible name; assistive technology gets the full one. */
export function ShortName({ name }: { name: string }) {
  const short = shortName(name)
  if (short === name) return <span className="truncate">{name}</span>
  return (
    <>
      <span className="visually-hidden">{name}</span>
      <span className="truncate" aria-hidden>
        {short}
      </span>
    </>
  )
}
