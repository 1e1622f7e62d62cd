import { expect, it } from 'vitest'
import { type Act, DONE, live, looks, NEW, REST, UNTOLD, WORK } from './live-by-the-rules.ts'

const STORIES: [string, Act[], string[]][] = [
  [
    'work that starts late',
    [[0, 'send', 'A', REST, REST], ...looks(5, 145, REST), ...looks(150, 200, WORK), [210, 'look', DONE]],
    ['A not started at 95', 'A completed with new link at 210']
  ],
  [
    'work that is never seen',
    [[0, 'send', 'A', REST, REST], ...looks(5, 1_905, REST)],
    ['A not started at 95', 'A ends: no work at 1895']
  ],
  [
    'a reply worked on after the earlier work',
    [
      [0, 'send', 'A', REST, WORK],
      [5, 'look', WORK],
      [30, 'send', 'B', WORK, WORK],
      ...looks(40, 60, WORK),
      [70, 'look', DONE],
      ...looks(80, 120, { ...WORK, prLink: NEW }),
      [130, 'look', DONE]
    ],
    [
      'A completed with new link at 70',
      'B completed with new link at 70',
      'B works again at 80',
      'B completed with new link at 130'
    ]
  ],
  [
    'a reply written while it was working',
    [
      [0, 'send', 'A', REST, WORK],
      [5, 'look', WORK],
      [30, 'send', 'B', WORK, WORK],
      ...looks(40, 60, WORK),
      ...looks(70, 200, DONE)
    ],
    ['A completed with new link at 70', 'B completed with new link at 70']
  ],
  [
    'a reply that interrupts the earlier work and ends with it',
    [[0, 'send', 'A', REST, WORK], [30, 'send', 'B', WORK, WORK], ...looks(35, 295, WORK), ...looks(300, 430, DONE)],
    ['A completed with new link at 300', 'B completed with new link at 300']
  ],
  [
    'two that overlap before either is seen at work',
    [
      [0, 'send', 'A', REST, REST],
      [10, 'send', 'B', REST, REST],
      ...looks(20, 40, WORK),
      [50, 'look', DONE],
      ...looks(60, 80, { ...WORK, prLink: NEW }),
      [90, 'look', DONE]
    ],
    [
      'A completed with new link at 50',
      'B completed with new link at 50',
      'B works again at 60',
      'B completed with new link at 90'
    ]
  ],
  [
    'a record that lags behind by a minute',
    [[0, 'send', 'A', REST, REST], ...looks(5, 55, REST), ...looks(60, 70, WORK), [80, 'look', DONE]],
    ['A completed with new link at 80']
  ],
  ['no status in any answer', [[0, 'send', 'A', UNTOLD, {}], ...looks(5, 3_005, UNTOLD)], []],
  [
    'the same link, updated',
    [
      [0, 'send', 'A', REST, WORK],
      [5, 'look', WORK],
      [20, 'look', REST]
    ],
    ['A completed with old link at 20']
  ],
  [
    'three people’s instructions in one run',
    [
      [0, 'send', 'A', REST, WORK],
      [10, 'send', 'B', WORK, WORK],
      [20, 'send', 'C', WORK, WORK],
      ...looks(30, 50, WORK),
      ...looks(60, 200, DONE)
    ],
    ['A completed with new link at 60', 'B completed with new link at 60', 'C completed with new link at 60']
  ],
  [
    'three people’s instructions done one after the other',
    [
      [0, 'send', 'A', REST, WORK],
      [10, 'send', 'B', WORK, WORK],
      [20, 'send', 'C', WORK, WORK],
      [30, 'look', WORK],
      [60, 'look', REST],
      [70, 'look', WORK],
      [90, 'look', DONE],
      [100, 'look', WORK],
      [120, 'look', DONE]
    ],
    [
      'A completed with old link at 60',
      'B completed with old link at 60',
      'C completed with old link at 60',
      'C works again at 70',
      'C completed with new link at 90',
      'C works again at 100',
      'C completed with new link at 120'
    ]
  ],
  [
    'a three-second job with an unchanged link',
    [
      [0, 'send', 'A', REST, WORK],
      [5, 'look', REST],
      [15, 'look', REST]
    ],
    ['A completed with old link at 15']
  ],
  [
    'a three-second job with only one look',
    [
      [0, 'send', 'A', REST, WORK],
      [5, 'look', REST],
      [9, 'look', REST]
    ],
    []
  ],
  [
    'a link that comes late',
    [
      [0, 'send', 'A', { ...REST, prLink: null }, WORK],
      [5, 'look', WORK],
      [20, 'look', { ...REST, prLink: null }],
      [30, 'look', { ...REST, prLink: null }],
      [60, 'look', DONE]
    ],
    ['A completed with no link at 30', 'A gains its link at 60']
  ],
  [
    'a late link of the previous one, after the next was sent',
    [
      [0, 'send', 'A', { ...REST, prLink: null }, WORK],
      [5, 'look', WORK],
      [20, 'look', { ...REST, prLink: null }],
      [30, 'send', 'B', { ...REST, prLink: null }, { ...REST, prLink: null }],
      [40, 'look', DONE],
      [50, 'look', WORK],
      [60, 'look', DONE]
    ],
    ['A completed with no link at 30', 'B completed with new link at 60']
  ],
  [
    'a look before the next send that shows the previous end',
    [
      [0, 'send', 'A', REST, WORK],
      [5, 'look', WORK],
      [20, 'send', 'B', DONE, WORK],
      [30, 'look', DONE],
      [40, 'look', DONE]
    ],
    ['A completed with new link at 20', 'B completed with new link at 40']
  ],
  [
    'one that the job starts at once, after one without any work seen',
    [
      [0, 'send', 'A', REST, REST],
      ...looks(5, 95, REST),
      [100, 'send', 'B', REST, WORK],
      [110, 'look', WORK],
      [120, 'look', DONE]
    ],
    ['A not started at 95', 'A completed with new link at 120', 'B completed with new link at 120']
  ],
  [
    'one sent while an earlier one, not yet seen at work, may start late',
    [
      [0, 'send', 'A', REST, REST],
      ...looks(5, 95, REST),
      [100, 'send', 'B', REST, REST],
      [150, 'look', WORK],
      [160, 'look', DONE],
      ...looks(170, 280, DONE)
    ],
    ['A not started at 95', 'A completed with new link at 160', 'B completed with new link at 160']
  ],
  [
    'one whose run only the answer to the next send told of',
    [
      [0, 'send', 'A', REST, REST],
      [10, 'send', 'B', REST, WORK],
      [20, 'look', REST],
      [30, 'look', REST]
    ],
    ['A completed with old link at 30', 'B completed with old link at 30']
  ],
  [
    'work that nobody saw before the send',
    [[0, 'send', 'A', {}, WORK], ...looks(5, 20, WORK), ...looks(30, 150, DONE)],
    ['A completed with new link at 30']
  ]
]

it.each(STORIES)('reports whose work has ended for %s', (_, acts, told) => {
  expect(live(acts)).toEqual(told)
})
