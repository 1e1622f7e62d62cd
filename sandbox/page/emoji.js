const PAIRS = `+1 👍 -1 👎 thumbsup 👍 thumbsdown 👎 eyes 👀 incoming_envelope 📨 white_check_mark ✅ x ❌ warning ⚠️
hourglass_flowing_sand ⏳ hourglass ⌛ bell 🔔 no_bell 🔕 tada 🎉 rocket 🚀 fire 🔥 heart ❤️ bug 🐛 bulb 💡 memo 📝
pray 🙏 clap 👏 raised_hands 🙌 wave 👋 thinking_face 🤔 robot_face 🤖 sparkles ✨ zap ⚡ lock 🔒 unlock 🔓 key 🔑 link 🔗
mag 🔍 gear ⚙️ hammer 🔨 hammer_and_wrench 🛠️ wrench 🔧 package 📦 books 📚 book 📖 bookmark 🔖 pushpin 📌 calendar 📆
clipboard 📋 chart_with_upwards_trend 📈 email ✉️ envelope ✉️ inbox_tray 📥 outbox_tray 📤 speech_balloon 💬 mega 📣
loudspeaker 📢 mute 🔇 no_entry ⛔ no_entry_sign 🚫 octagonal_sign 🛑 stop_sign 🛑 rotating_light 🚨 construction 🚧
red_circle 🔴 large_green_circle 🟢 large_yellow_circle 🟡 large_orange_circle 🟠 large_blue_circle 🔵 white_circle ⚪
black_circle ⚫ question ❓ exclamation ❗ heavy_check_mark ✔️ heavy_plus_sign ➕ heavy_minus_sign ➖ arrow_right ➡️
arrow_left ⬅️ arrow_up ⬆️ arrow_down ⬇️ arrows_counterclockwise 🔄 repeat 🔁 recycle ♻️ stopwatch ⏱️ timer_clock ⏲️
alarm_clock ⏰ watch ⌚ zzz 💤 coffee ☕ beers 🍻 pizza 🍕 cookie 🍪 apple 🍎 seedling 🌱 rainbow 🌈 star ⭐ star2 🌟
smile 😄 smiley 😃 grin 😁 grinning 😀 joy 😂 wink 😉 blush 😊 sunglasses 😎 cry 😢 sob 😭 angry 😠 rage 😡 scream 😱
slightly_smiling_face 🙂 upside_down_face 🙃 heart_eyes 😍 neutral_face 😐 confused 😕 sweat_smile 😅 partying_face 🥳
skull 💀 ghost 👻 ok_hand 👌 ok 🆗 muscle 💪 point_up ☝️ point_right 👉 raised_hand ✋ writing_hand ✍️ brain 🧠
bust_in_silhouette 👤 busts_in_silhouette 👥 speech_left 🗨️ page_facing_up 📄 file_folder 📁 open_file_folder 📂
paperclip 📎 scissors ✂️ label 🏷️ shield 🛡️ gift 🎁 trophy 🏆 checkered_flag 🏁 triangular_flag_on_post 🚩 pencil ✏️
pencil2 ✏️ computer 💻 keyboard ⌨️ phone ☎️ battery 🔋 test_tube 🧪 microscope 🔬 ambulance 🚑 boom 💥 bomb 💣 broken_heart 💔
new 🆕 free 🆓 sos 🆘 100 💯 leftwards_arrow_with_hook ↩️ arrow_right_hook ↪️ double_vertical_bar ⏸️ pause_button ⏸️
stop_button ⏹️ see_no_evil 🙈 crossed_fingers 🤞 handshake 🤝 information_source ℹ️ mailbox 📫 mailbox_with_mail 📬 ticket 🎫`

const words = PAIRS.split(/\s+/)
const KNOWN = new Map(words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1]]] : [])))

/** The emoji for a name, or the name in colons, as Slack shows one it does not know. */
export const emojiOf = name => KNOWN.get(name) ?? `:${name}:`

export const QUICK_REACTIONS = ['eyes', 'white_check_mark', '+1', 'tada', 'bell', 'no_bell']
