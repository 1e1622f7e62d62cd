const NAMES = `
+1 -1 100 1234 a aerial_tramway airplane alarm_clock alien ambulance anchor angel anger angry apple art b baby ballot_box_with_check
bangbang bank bar_chart battery beers bell bellhop_bell bike bird blossom blue_book blue_heart blush boat bomb book bookmark
bookmark_tabs books boom bow bowtie brain briefcase broken_heart bug bulb bust_in_silhouette busts_in_silhouette calendar camera
card_index cat chart_with_downwards_trend chart_with_upwards_trend checkered_flag clap clipboard clock1 clock12 closed_book cloud
coffee cold_sweat collision computer confetti_ball confused construction cookie cool cop copyright crossed_fingers crown cry
crystal_ball cyclone dart date deciduous_tree disappointed dizzy dog dollar door doughnut e-mail ear earth_africa eight email
exclamation expressionless eye eyes face_with_monocle face_with_rolling_eyes facepunch fast_forward fax file_folder fire
fire_engine first_place_medal five flags flashlight floppy_disk four free frowning full_moon gear gem ghost gift globe_with_meridians
green_book green_heart grey_exclamation grey_question grin grinning guardsman hammer hammer_and_wrench hand handshake
hatching_chick heart heart_eyes heavy_check_mark heavy_exclamation_mark heavy_minus_sign heavy_multiplication_x heavy_plus_sign
hourglass hourglass_flowing_sand house hugging_face hushed id inbox_tray incoming_envelope information_desk_person
information_source interrobang joy jigsaw key keyboard label large_blue_circle large_green_circle large_orange_circle
large_yellow_circle laughing ledger left_right_arrow link lock lock_with_ink_pen loudspeaker love_letter mag mag_right mailbox
mailbox_with_mail male-technologist mega memo microscope moneybag moon muscle mute negative_squared_cross_mark new newspaper nine
no_bell no_entry no_entry_sign no_good notebook o ok ok_hand one open_file_folder open_hands open_mouth orange_book outbox_tray
package page_facing_up page_with_curl palm_tree paperclip partly_sunny party_popper partying_face pause_button pencil pencil2
pensive phone pill point_down point_left point_right point_up postbox pray pushpin question rage rainbow raised_hand raised_hands
recycle red_circle relaxed repeat repeat_one rewind robot_face rocket rotating_light runner satellite scissors scream seedling
see_no_evil seven shield shrug six skull sleeping sleuth_or_spy slightly_frowning_face slightly_smiling_face smile smiley
smirk snail snowflake sob soon sos sparkles speaker speech_balloon spiral_note_pad star star2 stop_button stop_sign stopwatch
sunglasses sunny sweat sweat_smile tada telephone tennis test_tube thinking_face thought_balloon three thumbsdown thumbsup ticket
timer_clock tools traffic_light triangular_flag_on_post trophy truck turtle two u umbrella unamused unlock up upside_down_face v
vertical_traffic_light walking warning wastebasket watch wave white_check_mark white_circle white_flag wink wrench writing_hand x
yellow_heart zap zero zipper_mouth_face zzz black_circle black_right_pointing_triangle_with_double_vertical_bar
double_vertical_bar arrow_down arrow_forward arrow_left arrow_right arrow_right_hook arrow_up arrows_clockwise
arrows_counterclockwise arrow_heading_down leftwards_arrow_with_hook speech_left
`

/** Standard emoji names; Slack refuses any other unless it is one of the workspace's own. */
export const EMOJI_NAMES: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/))
