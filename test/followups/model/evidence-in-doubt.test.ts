import { expect, it } from 'vitest'
import { type Act, DONE, live, looks, REST, WORK } from './live-by-the-rules.ts'

const STORIES: [string, Act[], string[]][] = [
  [
    'a doubtful one that was worked on',
    [
      [0, 'send', 'A', REST, 'lost'],
      [5, 'look', WORK],
      [20, 'look', DONE]
    ],
    ['A completed with new link at 20']
  ],
  [
    'a doubtful one sent into running work that ends for another',
    [[0, 'send', 'A', REST, WORK], [10, 'send', 'B', WORK, 'lost'], [20, 'look', WORK], ...looks(30, 640, DONE)],
    ['A completed with new link at 30', 'B ends: no sign at 630']
  ],
  [
    'a doubtful one sent into a run, and another run',
    [
      [0, 'send', 'A', REST, WORK],
      [10, 'send', 'B', WORK, 'lost'],
      [30, 'look', REST],
      [40, 'look', WORK],
      [60, 'look', DONE]
    ],
    ['A completed with old link at 30', 'A works again at 40', 'A completed with new link at 60']
  ],
  [
    'a doubtful one with another send after it',
    [
      [0, 'send', 'A', REST, 'lost'],
      [10, 'send', 'B', REST, WORK],
      [20, 'look', WORK],
      [30, 'look', DONE],
      ...looks(40, 640, DONE)
    ],
    ['B completed with new link at 30', 'A ends: no sign at 630']
  ]
]

it.each(STORIES)('reports whose work has ended for %s', (_, acts, told) => {
  expect(live(acts)).toEqual(told)
})
