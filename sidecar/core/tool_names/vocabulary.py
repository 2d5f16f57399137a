"""Words of tool names, by the effect they imply. A word listed here is never taken for a typo."""

from __future__ import annotations

_READ = """
analyse analyze browse calc calculate cat check compare compute contains convert count debug describe
detect diff display download estimate evaluate examine exists explain explore extract fetch filter find
forecast get glob grep has head help identify info inspect is list load locate look lookup ls measure
monitor peek ping poll predict preview print query read recall recommend render report retrieve scan
search see select show sort stat stats status suggest sum summarize tail trace translate validate verify
view visualize watch wc whoami
"""
_WRITE = """
accept activate add adjust allow append apply approve archive assign attach attack backup ban begin block
book build buy call cancel change charge chmod chown clear clone close commit compress configure confirm
connect copy cp create cut deactivate decline decode decrease decrement decrypt delete demote deny deploy
deposit destroy detach disable discard disconnect dismiss downgrade drop dump edit eject embed enable
encode encrypt end enqueue enter erase exec execute expand export fill finish fire fix flush follow force
format forward give grant halt hide hire import increase increment init insert install invalidate invite
invoke issue join kill launch leave link lock login logout make mark merge migrate mkdir modify mount move
mute mv notify open order overwrite pack park patch pause pay pin place play post press promote prune
publish pull purge push put quit reboot receive record recover redo refresh refund register reject release
reload remove rename repair replace reply reschedule reserve reset resize resolve restart restock restore
resume retry revert revoke rm rmdir rollback rotate run save schedule sell send set share shut shutdown
sign skip spawn split start stop store submit subscribe suspend swap switch sync tag terminate toggle
touch transfer truncate turn unarchive unban unblock uncompress undo unfollow uninstall unlink unlock
unmount unmute unpin unpublish unregister unsubscribe untag unzip update upgrade upload upsert use wipe
withdraw write zip
"""
# Verbs that say nothing about the effect.
_OTHER = """
act answer ask assert await batch bind cast classify cluster collect combine crop draw emit enrich
exchange exit fail gather generate group handle hash inform iterate learn listen map match mix normalize
optimize parse pass pick plan plot process prove rank rate recognize reduce reverse review rewrite roll
sample scale score seek serve shuffle simulate solve speak spend step stream study talk test think train
transform transpose traverse trigger try tune type vote wait walk work wrap
"""
# Common in tool names, or a letter away from one of them: `exit` is no misspelt `edit`.
_NO_VERBS = """
above abs account active address admin after age air album alias all amount and any api app area arg arr
array article asc ascend asset atan audio auth author auto avg away awk back bad bag balance band bank bar
base bash basic basin basis bask bats bean bed before bell below best bill bin bit blob board body bold
bond bone bonus bool boot border both bottom bound box branch brand bread bucket bug bulk bus busy button
byte cab cache calendar camera can cap car card care cart case cash category ceil cell cent center chain
channel char chart chat child city claim class client clip clock cloud club coast coat code coin cold
color column command comment company cone config console contact content context cookie cop core corn cos
cosh cost course court cover cred credit crew cron cross crowd cube cup curl currency current curve
customer daily dash data database date day dead deal dear debit debt deck deep default degree dell dep
depth desc descend detail device df dialog dict dim dir directory dish disk dislike distance docker
document dog domain door down draft drive driver dst du duration each east echo edge edict edited edition
editor egrep electric element email empty enemy energy engine entity entry enum env equal error even event
exact exam exclude exp external face fact factor family fan farm fast fat fax fee feed fell female file
files final finder finds fine fined first fish fist fit flag flat flight float floor flow focus folder
fond font food foot for fork form found frame free fresh friend from front fuel full fund game gas gash
gate gcd gear gene general gift gist git global goal gold good grade graph gray gree green grew grid grip
ground groups guest guide half hall hand hard hasp health heap hear heart heat height hell here hex high
hint history hold home hook horse host hotel hour house hub hypot icon id idea ids idx image inactive
inbound inbox inch include index indoor inner input inside int internal invalid invoice ip item jar job
joke json key keys kind king lab label lag lake lamp land lane language lap large lash last late law lcm
lead leaf league left lemma len length less letter level lib license life light like limit line lint lion
lisp lists live local location log logs long loop lord lost love low lower mail main male man many mash
mask mass master math max meal mean media median member memo memory menu message meta metal meter method
metric mid min mind mine minute mist mode model money month more most mouse movie msg music name names
nano near need nest net network new news next night node noise none north note notes npm null num number
nums obj object odd off offer office offline old on online only option or other out outbound outdoor outer
output outside over owner package page pair palette pan panel param params parent part partial password
past path pattern peak pen people percent person phase phone photo pi pie pip pipe plain plane plant plate
player point pool port position pow power prep present prev previous price prime private prize pro product
profile project prompt proof prop ps public pwd python quality queue quick quiet quote race radio radius
rag rail rain random range rash ratio raw reader reads ready real reality recent recipe reds region
relation remote rend rent repo request resource response rest result rich right ring risk river road roam
roar role room root rope round route row rule safe sale sand scene schema scp screen script sea seat
second secret sed seed self sensor sequence server service session shape sheds shell ship shirt shop short
shred side signal silver sin single sinh site size skill skin slot slow small smoke snow social sold song
soon sound source south space span speed spot sqrt src ssh stack staff stage star state station steel stem
steps stock stone str street string strong student style sub subject subnet supply surface symbol syntax
system table tan tanh tar target task tasks taste team tech tee tell temp term text them theme then there
thread ticket tide tile time timer tip title tmp token tone tool top topic total tour tower town tr track
traffic trash tread tree trend trial trip truck true trunk under uniq unit unknown unlike unread until up
upper uri url user users usr val valid vals value values van variance vector vendor version vertex via
video vim visit voice volume wall ward warm warn wash water wave way weak weather web week weight well
west wget wheel which while white who wide width wild will win wind window wine wing wire with wood word
words world worst writer xargs yard year yellow yes zone
"""
_DIRECTION = """
2 above after before behind below by for from into minus not of onto over per than to under until via
without
"""

# A tool whose verbs are all of these looks and leaves things as they are.
READ_VERBS = frozenset(_READ.split())
WRITE_VERBS = frozenset(_WRITE.split())
VERBS = READ_VERBS | WRITE_VERBS | frozenset(_OTHER.split())
KNOWN_WORDS = VERBS | frozenset(_NO_VERBS.split())

# A name means another thing when its two sides change places around one of these.
DIRECTION_WORDS = frozenset(_DIRECTION.split())

# A few letters more and the name says the opposite, or once again.
TURNING_PREFIXES = (
    "anti", "de", "dis", "en", "ex", "il", "im", "in", "ir",
    "mis", "non", "out", "over", "pre", "re", "sub", "un",
)  # fmt: skip
