// Instead of a card form that can't work; saving says so too.
import { useEffect } from 'react'
import { AlertBox } from '../feedback/alert-box.tsx'
import type { CreatePaymentMethod } from './card-provider.ts'

interface Props {
  why: string
  onCard: (create: CreatePaymentMethod | undefined) => void
}

export function CardUnavailable({ why, onCard }: Props) {
  useEffect(() => {
    onCard(() => Promise.reject(new Error(why)))
    return () => onCard(undefined)
  }, [why, onCard])
  return <AlertBox kind="danger">{why}</AlertBox>
}
