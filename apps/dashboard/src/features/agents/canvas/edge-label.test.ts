import { expect, test } from 'vitest'
import { labelBox, labelSizes, placeLabel, type Obstacles } from './edge-label.ts'
import { overlaps, point, type Box } from './geometry.ts'

const LONG = 'The visitor describes a problem with a product, an order or an account that needs several steps to solve'
const NOTHING: Obstacles = { steps: [], labels: [], lines: [] }
const line = [point(0, 0), point(240, 0)]
const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height })
/** The steps at both ends of the line. */
const ENDS = [box(-260, -60, 260, 120), box(240, -60, 260, 120)]

test.each([
  ['Yes', 1],
  ['wants an appointment', 1],
  ['The visitor says that the problem is solved', 2],
  [LONG, 5],
])('prefers for «%s» %i lines', (text, lines) => {
  expect(labelSizes(text)[0]).toMatchObject({ lines, cut: false })
})

test('offers the whole text in every shape before a cut one', () => {
  const sizes = labelSizes(LONG)
  const whole = sizes.filter(({ cut }) => !cut)
  expect(sizes.slice(0, whole.length)).toEqual(whole)
  expect(whole.map(({ lines }) => lines).toSorted((a, b) => a - b)).toEqual([3, 4, 5, 6])
  for (const { width, lines } of whole) expect((width - 14) * lines).toBeGreaterThan(LONG.length * 7)
  expect(sizes.at(-1)).toMatchObject({ lines: 1, cut: true })
})

test('cuts a text of more than six lines, and none that is short', () => {
  expect(labelSizes(`${LONG} ${LONG} ${LONG}`).every(({ cut }) => cut)).toBe(true)
  expect(labelSizes('Yes').some(({ cut }) => cut)).toBe(false)
})

test.each([
  ['a long word', 'Donaudampfschifffahrtsgesellschaftskapitänspatentverlängerung'],
  ['a script that fills squares', '訪問者が複数の手順で解決する必要のある製品や注文の問題を説明する'],
])('breaks %s into lines', (_what, text) => {
  const [first] = labelSizes(text)
  expect(first?.cut).toBe(false)
  expect(first?.lines ?? 0).toBeGreaterThan(1)
})

test('grows with its text', () => {
  const [plain, large] = [labelSizes(LONG)[0], labelSizes(LONG, 2)[0]]
  expect(large).toEqual({ ...plain, width: 2 * (plain?.width ?? 0), height: 2 * (plain?.height ?? 0) })
})

test.each([
  ['in the middle of its line', NOTHING, 'Yes', point(120, 0)],
  ['next to another label on the line', { ...NOTHING, labels: [box(80, -10, 80, 20)] }, 'Yes', undefined],
  ['away from a line that crosses', { ...NOTHING, lines: [box(120, -90, 0, 180)] }, 'Yes', undefined],
  ['above its line between two steps', { ...NOTHING, steps: ENDS, lines: [box(0, 13, 240, 0)] }, LONG, undefined],
] as const)('is whole and free %s', (_what, obstacles, text, place) => {
  const { label, size } = placeLabel(line, obstacles, labelSizes(text))
  const own = labelBox(label, size)
  if (place) expect(label).toEqual(place)
  expect(size.cut).toBe(false)
  const { steps, labels, lines } = obstacles
  expect([...steps, ...labels, ...lines].some((other) => overlaps(own, other))).toBe(false)
  expect(labels.some((other) => overlaps(own, other, 5))).toBe(false)
})

test('is whole across other lines rather than cut between them, but not over a line along its own', () => {
  const across = [20, 60, 100, 140, 180, 220].map((x) => box(x, -200, 0, 400))
  const along = box(0, 8, 240, 0)
  const { label, size } = placeLabel(line, { ...NOTHING, lines: [...across, along] }, labelSizes(LONG))
  expect(size.cut).toBe(false)
  expect(overlaps(labelBox(label, size), along)).toBe(false)
})

test('is whole next to another label when it moves off the middle of its line', () => {
  const upright = [point(0, 0), point(0, 300)]
  const labels = [box(-300, -20, 270, 340)]
  const steps = [box(-300, -140, 600, 120), box(-300, 320, 600, 120)]
  const lines = [box(90, 0, 0, 300)]
  const { label, size } = placeLabel(
    upright,
    { steps, labels, lines },
    labelSizes('The visitor says that it does not work'),
  )
  const own = labelBox(label, size)
  expect(size.cut).toBe(false)
  expect([...labels, ...lines].some((other) => overlaps(own, other))).toBe(false)
  expect(overlaps(own, box(0, 0, 0, 300))).toBe(true)
})

test('is cut rather than drawn over a step, another label or the arrow', () => {
  const short = [point(0, 0), point(120, 0)]
  const steps = [box(-260, -60, 260, 120), box(120, -60, 260, 120), box(-260, -240, 640, 180), box(-260, 60, 640, 180)]
  const { label, size } = placeLabel(short, { ...NOTHING, steps }, labelSizes(LONG))
  expect(size.cut).toBe(true)
  expect(steps.some((step) => overlaps(labelBox(label, size), step))).toBe(false)
  expect(label.x + size.width / 2).toBeLessThanOrEqual(109)
})
