/** What people say to each other when a job has done well. Each is chatter by itself, so any row of them is. */
const PHRASES = [
  'thanks, thanks a lot, thanks a million, thanks all, thanks everyone, thanks so much, thanks team, many thanks',
  'thank you, thank you all, thank you so much, thank you very much, thankyou, thx, thnx, tnx, ty, tysm, tyvm, cheers',
  'much appreciated, appreciated, appreciate it, youre welcome, no problem, no worries, np, my pleasure',
  'lgtm, looks good, looks good to me, looks great, looks great to me, looks perfect, sounds good, sounds great, all good',
  'great, great job, great work, great stuff, good job, good work, good stuff, nice, nice job, nice one, nice work, very nice',
  'awesome, amazing, brilliant, excellent, fantastic, fabulous, perfect, superb, wonderful, well done, wow, woohoo, yay, love it, love this',
  'ok, okay, okey, k, kk, cool, sweet, neat, got it, haha, hahaha, hehe, lol, kudos, bravo, +1, super',
  'danke, danke dir, danke euch, danke schon, dankeschon, danke sehr, danke vielmals, besten dank, vielen dank, vielen lieben dank, tausend dank, merci vielmals',
  'gut, sehr gut, gut gemacht, alles klar, passt, passt so, perfekt, prima, klasse, spitze, toll, top, wunderbar, hervorragend, sieht gut aus, bitte schon, bitteschon',
  'merci, merci a tous, merci beaucoup, merci bien, merci infiniment, mille mercis, un grand merci, de rien, avec plaisir',
  "parfait, genial, nickel, impeccable, excellent, formidable, chouette, tres bien, bien joue, bon travail, beau travail, d'accord, ca marche, ca roule, entendu",
  'gracias, muchas gracias, muchisimas gracias, mil gracias, gracias a todos, de nada, vale, perfecto, estupendo, excelente, fantastico, muy bien, buen trabajo, buenisimo, guay, de acuerdo',
  'obrigado, obrigada, brigado, brigada, muito obrigado, muito obrigada, valeu, otimo, perfeito, excelente, maravilha, beleza, muito bem, muito bom, bom trabalho, por nada',
  'grazie, grazie mille, molte grazie, grazie a tutti, perfetto, ottimo, ottimo lavoro, benissimo, prego, bedankt, dank je, dank je wel, dankjewel, dank u, hartelijk dank, mooi, goed zo',
  'tack, tack sa mycket, tusen tack, takk, tusen takk, mange tak, kiitos, kiitos paljon, dzieki, dziekuje, dekuji, diky, tesekkurler, tesekkur ederim, sag ol',
  'спасибо, большое спасибо, спасибо большое, спс, отлично, супер, круто, дякую',
  'ありがとう, ありがとうございます, ありがとうございました, どうも, どうもありがとう, どうもありがとうございます, 感謝です, 助かります, 助かりました',
  '了解, 了解です, 了解しました, 承知しました, かしこまりました, いいね, いいですね, 完璧です, 完璧, 最高, 最高です, すごい, すばらしい, 素晴らしい, 素晴らしいです, お疲れ様です, お疲れ様でした, お疲れさまです, お疲れさまでした',
  '谢谢, 谢谢你, 谢谢您, 谢谢大家, 非常感谢, 多谢, 感谢, 謝謝, 多謝, 太好了, 很好, 不错, 辛苦了, 감사합니다, 고맙습니다, 고마워, 고마워요, 수고하셨습니다, धन्यवाद, شكرا, תודה'
]

const MOST_WORDS = 12
const LONGEST = 200

/** As far as the table is concerned: without accents, capitals and apostrophes. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\ufe0f'’]/g, '')
    .normalize('NFC')
    .toLowerCase()

const CHATTER = new Set(PHRASES.flatMap(line => line.split(', ').map(plain)))
const LONGEST_PHRASE = Math.max(...[...CHATTER].map(phrase => phrase.split(' ').length))

// As Slack delivers them (`:tada:`, `:+1::skin-tone-2:`), as characters, and as they were typed before there were any.
const EMOJI = /:[\p{L}\p{N}_+\-]{1,80}:|\p{RGI_Emoji}|\p{Extended_Pictographic}|<3|\^\^|[:;=]-?[\)dp]+(?=[\s!.]|$)/gv
const ORNAMENT = /[\s!.,;~*_()"“”…、。·\p{Cf}-]+/u

/** Thanks, praise, agreement or emoji, and not one word more. Whoever meant it for the agent can still send it. */
export function isChatter(text: string): boolean {
  if (text.length > LONGEST) return false
  const bare = plain(text).replace(EMOJI, ' ')
  const words = bare.split(ORNAMENT).filter(word => word !== '')
  if (words.length === 0) return bare !== plain(text)
  return words.length <= MOST_WORDS && isRowOfPhrases(words)
}

/** Tries the longest phrase first: "thanks a lot" rather than "thanks" and an unknown "a". */
function isRowOfPhrases(words: string[]): boolean {
  let at = 0
  while (at < words.length) {
    const phrase = words.slice(at, at + LONGEST_PHRASE)
    while (phrase.length > 0 && !CHATTER.has(phrase.join(' '))) phrase.pop()
    if (phrase.length === 0) return false
    at += phrase.length
  }
  return true
}
