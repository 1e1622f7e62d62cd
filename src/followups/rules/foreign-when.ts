import { anyOf } from './any-of.ts'

const NUMBER = '2[0-4]|[01]?\\d'
const UHR = `(?:${NUMBER})(?:[:.]\\d{2})?\\s?uhr(?:\\s\\d{2})?`
const TAG = anyOf(
  '(?:über)?morgen(?:\\s+(?:früh|vormittag|mittag|nachmittag|abend|nacht))?',
  'heute\\s+(?:vormittag|mittag|nachmittag|abend|nacht)',
  '(?:am\\s+)?(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)(?:\\s?(?:morgen|mittag|nachmittag|abend))?'
)
const HEURE = `(?:${NUMBER})(?:\\s?h(?:\\s?\\d{2})?|\\s?heures?(?:\\s\\d{2})?|:\\d{2})`
const JOUR =
  '(?:(?:après-)?demain|ce\\s+soir|cet\\s+après-midi|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?:\\s+(?:matin|midi|après-midi|soir))?'

/** What people write by habit in German or French. They are asked, in English, as what they wrote is not read. */
export const FOREIGN = anyOf(
  `(?:(?:${TAG}|heute),?\\s+)?(?:um\\s+(?:${NUMBER})(?:[:.]\\d{2})?|(?:(?:um|gegen|ab|bis|vor|nach)\\s+)?${UHR})`,
  `${TAG}|später`,
  'in\\s+(?:\\d{1,3}|einer?|einem|einer\\s+halben|zwei|drei|zehn)\\s?(?:minuten?|stunden?|std|tagen|wochen?)',
  `(?:(?:${JOUR}|aujourd['’]hui),?\\s+)?(?:a\\s+${HEURE}|(?:à|vers|dès|avant|après)\\s+(?:${HEURE}|midi|minuit))`,
  `${JOUR}|plus\\s+tard`,
  'dans\\s+(?:\\d{1,3}|une?|une\\s+demi|deux|trois|dix)(?:\\s|-)?(?:minutes?|min|heures?|h|jours?|semaines?)'
)
