import { expect, test } from 'vitest'
import { placeTooltip } from './tooltip-place.ts'

const WINDOW = { width: 400, height: 300 }
const TIP = { width: 100, height: 30 }
const at = (left: number, top: number) => ({ left, top, width: 40, height: 20 })

test.each([
  ['above, in the middle', at(180, 100), 'top', { left: 150, top: 65 }],
  ['below where there is no room above', at(180, 10), 'top', { left: 150, top: 35 }],
  ['below', at(180, 100), 'bottom', { left: 150, top: 125 }],
  ['above where there is no room below', at(180, 270), 'bottom', { left: 150, top: 235 }],
  ['at its right', at(100, 100), 'right', { left: 145, top: 95 }],
  ['at its left where there is no room at its right', at(340, 100), 'right', { left: 235, top: 95 }],
  ['at its left', at(200, 100), 'left', { left: 95, top: 95 }],
  ['not over the edge at the start', at(0, 100), 'top', { left: 4, top: 65 }],
  ['not over the edge at the end', at(360, 100), 'top', { left: 296, top: 65 }],
] as const)('a tooltip stands %s', (_, target, side, corner) => {
  expect(placeTooltip(target, TIP, side, WINDOW)).toEqual(corner)
})

test('a tooltip wider than the window begins where the window does', () => {
  expect(placeTooltip(at(180, 100), { width: 500, height: 30 }, 'top', WINDOW).left).toBe(4)
})
