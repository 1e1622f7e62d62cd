/*
 * The life of three follow-ups for one job, as two processes of the bot carry it on. Spin looks at every order in which their steps
 * can happen, with crashes and pauses anywhere: what is asserted here holds in all of them. A step is what the bot does at once, one
 * transaction or one call. BREAK takes one rule away; then Spin has to find what it was for.
 *
 * Left out: budgets, edits, times, other threads, and work that nobody asked this bot for.
 */

#define NOBODY 9
#ifndef TROUBLES
#define TROUBLES 4
#endif
#ifndef BREAK
#define BREAK 0
#endif

mtype = { waiting, sending, watching, ended, dropped }
mtype = { none, flying, delivered, lost }
mtype = { sure, maybe, refused, tooLate }

/* What is stored. */
mtype state[3] = waiting;
bool isMaybe[3], isSeen[3], isMixed[3], isOpen[3];

/* How long ago its claim was: in time for a POST, too late for that, over. Whose it is, as long as they live. */
byte age[3];
byte holder[3] = NOBODY;

/* What is true, which the bot can only ask for. */
mtype post[3] = none;
bool hasArrived[3], isOwed[3], hasRunSince[3];
bool isAtWork;

/* An answer about the job that is under way to a process: of whom it tells, and whether a later one has been stored meanwhile. */
typedef Answer { bool isThere, isStale, isOf[3] };
Answer heard[2];
byte lastAsker = NOBODY;

byte troubles;

/* The table of moves: no other pair is ever stored. */
inline move(i, from, to) {
  assert(state[i] == from);
  state[i] = to
}

/* The answer to its request, if one comes, is no news any more. */
inline watch(i) {
  holder[i] = NOBODY;
  age[i] = 0;
  post[i] = (post[i] == flying -> flying : none);
  move(i, sending, watching)
}

inline finish(i) {
  isSeen[i] = false;
  isMixed[i] = false;
  move(i, watching, ended)
}

#define ANY(is) (is(0) || is(1) || is(2))
#define PICK(is) if :: is(0) -> i = 0 :: is(1) -> i = 1 :: is(2) -> i = 2 fi
#define isInLine(i) (state[i] == waiting || state[i] == sending)
#define isBehind(i) ((i > 0 && isInLine(0)) || (i > 1 && isInLine(1)))
#define mayBeClaimed(i) ((state[i] == waiting || (BREAK == 1 && state[i] == sending)) && (!isBehind(i) || BREAK == 2))
#define isCutOff(i) (state[i] == sending && age[i] >= 2 - (BREAK == 3) && BREAK != 4)
#define isSent(i) (state[i] == sending || state[i] == watching || state[i] == ended)
#define isLeft(i) (state[i] == watching || (isOpen[i] && BREAK != 5))
#define areOthersLeft(i) ((i != 0 && isLeft(0)) || (i != 1 && isLeft(1)) || (i != 2 && isLeft(2)))
#define isLast(i) (!((i < 1 && isSent(1)) || (i < 2 && isSent(2))))
#define mayEnd(i) (isSeen[i] || BREAK == 6)
#define mayBeNews(i) ((state[i] == watching && (isAtWork && !isSeen[i] || !isAtWork && mayEnd(i))) || (isOpen[i] && isAtWork && isLast(i)))
#define isWithoutSign(i) (state[i] == watching && !isSeen[i] && !isAtWork && !isOwed[i])
#define isFlying(i) (post[i] == flying)
#define isFresh(i) (state[i] == sending && age[i] == 0 && (holder[i] == NOBODY || troubles < TROUBLES))
#define isAged(i) (state[i] == sending && age[i] == 1 && post[i] != flying)
#define isOver(i) (state[i] == ended || state[i] == dropped)

/* Somebody takes the second one back, if it has not gone out. */
active proctype person() {
end:
  atomic { state[1] == waiting -> move(1, waiting, dropped) }
}

/* A request arrives or is lost before its time is over. A run takes in what arrived before it, and may take in what comes. */
active proctype service() {
  byte i;
end:
  do
  :: atomic {
      ANY(isFlying) ->
      PICK(isFlying);
      if
      :: post[i] = lost
      :: assert(!hasArrived[i]);
         assert(!isMaybe[i]);
         assert(!((i > 0 && isInLine(0)) || (i > 1 && isInLine(1))));
         post[i] = delivered;
         hasArrived[i] = true;
         if
         :: isAtWork
         :: isOwed[i] = true
         fi
      fi;
      i = 0
    }
  :: atomic {
      !isAtWork && (isOwed[0] || isOwed[1] || isOwed[2]) ->
      isAtWork = true;
      isOwed[0] = false;
      isOwed[1] = false;
      isOwed[2] = false
    }
  :: atomic {
      isAtWork ->
      isAtWork = false;
      hasRunSince[0] = hasArrived[0];
      hasRunSince[1] = hasArrived[1];
      hasRunSince[2] = hasArrived[2]
    }
  od
}

/* Time passes for a claim whose process is dead, or stands still: that is a trouble. What follows a run begins while it is open. */
active proctype time() {
  byte i;
end:
  do
  :: atomic {
      ANY(isFresh) ->
      PICK(isFresh);
      troubles = troubles + (holder[i] != NOBODY);
      age[i] = 1;
      i = 0
    }
  :: atomic { ANY(isAged) -> PICK(isAged); age[i] = 2; i = 0 }
  :: atomic {
      (isOpen[0] || isOpen[1] || isOpen[2]) && !isAtWork && !isOwed[0] && !isOwed[1] && !isOwed[2] ->
      isOpen[0] = false;
      isOpen[1] = false;
      isOpen[2] = false
    }
  od
}

/* What somebody else heard before this is not stored any more. */
inline outdate(me) {
  heard[1 - me].isStale = heard[1 - me].isThere && (heard[1 - me].isStale || ((lastAsker == me || !heard[me].isThere) && BREAK != 7))
}

inline forget(me) {
  lastAsker = NOBODY;
  heard[me].isThere = false;
  heard[me].isStale = false;
  heard[me].isOf[0] = false;
  heard[me].isOf[1] = false;
  heard[me].isOf[2] = false
}

/* What may not have arrived needs a run that nothing else can have caused. */
inline weigh(i, me, wasAtWork) {
  if
  :: state[i] == watching && (heard[me].isOf[i] || BREAK == 8) ->
     isMixed[i] = isMixed[i] || (isMaybe[i] && (areOthersLeft(i) || !isLast(i)));
     if
     :: isMaybe[i] && isMixed[i] && BREAK != 9 -> isSeen[i] = false
     :: else ->
        if
        :: wasAtWork -> isSeen[i] = true
        :: !wasAtWork && mayEnd(i) ->
           assert(hasRunSince[i]);
           finish(i);
           isOpen[i] = true
        :: else
        fi
     fi
  /* Another run of what was sent last. */
  :: state[i] == ended && isOpen[i] && wasAtWork && heard[me].isOf[i] && isLast(i) ->
     move(i, ended, watching);
     isOpen[i] = false;
     isMaybe[i] = false;
     isSeen[i] = true
  :: else
  fi
}

proctype bot(byte me) {
  byte i;
  bool wasAtWork;
  mtype answer;

work:
end:
  do
  /* The first in line is claimed, under the lock of the job. */
  :: atomic {
      ANY(mayBeClaimed) ->
      PICK(mayBeClaimed);
      if
      :: state[i] == waiting -> move(i, waiting, sending)
      :: else
      fi;
      age[i] = 0;
      post[i] = none;
      holder[i] = me;
      heard[1 - me].isOf[i] = false;
      isMixed[i] = areOthersLeft(i);
      goto send
    }
  /* What a dead process was sending may have arrived: nobody repeats it. */
  :: atomic {
      ANY(isCutOff) ->
      PICK(isCutOff);
      if
      :: BREAK == 10 -> holder[i] = NOBODY; move(i, sending, waiting)
      :: else -> isMaybe[i] = true; watch(i)
      fi;
      i = 0
    }
  :: atomic { ANY(isWithoutSign) -> PICK(isWithoutSign); finish(i); i = 0 }
  :: atomic {
      ANY(mayBeNews) ->
      heard[me].isThere = true;
      heard[me].isOf[0] = isSent(0);
      heard[me].isOf[1] = isSent(1);
      heard[me].isOf[2] = isSent(2);
      lastAsker = me;
      wasAtWork = isAtWork;
      goto look
    }
  od;

send:
  if
  :: atomic { troubles < TROUBLES -> troubles++; holder[i] = NOBODY; i = 0; goto work }
  /* In the turn in which the first byte leaves. */
  :: atomic {
      if
      :: (age[i] == 0 && holder[i] == me) || BREAK == 11 -> post[i] = flying
      :: else -> answer = tooLate; goto store
      fi
    }
  fi;
  if
  :: atomic { troubles < TROUBLES -> troubles++; holder[i] = NOBODY; i = 0; goto work }
  :: atomic { post[i] == delivered -> answer = sure }
  :: atomic { post[i] != flying -> answer = maybe }
  :: atomic { post[i] == lost -> answer = refused }
  fi;

store:
  atomic {
    if
    :: troubles < TROUBLES -> troubles++; holder[i] = (holder[i] == me -> NOBODY : holder[i])
    :: state[i] == sending && holder[i] == me ->
       if
       :: answer == sure -> watch(i); outdate(me)
       :: answer == maybe -> isMaybe[i] = true; watch(i)
       :: answer == refused -> holder[i] = NOBODY; age[i] = 0; post[i] = none; move(i, sending, dropped)
       :: answer == tooLate -> holder[i] = NOBODY; age[i] = 0; move(i, sending, waiting)
       fi
    :: state[i] != sending || holder[i] != me
    fi;
    answer = 0;
    i = 0;
    goto work
  }

look:
  atomic {
    if
    :: troubles < TROUBLES -> troubles++
    :: heard[me].isStale
    :: !heard[me].isStale ->
       outdate(me);
       weigh(0, me, wasAtWork);
       weigh(1, me, wasAtWork);
       weigh(2, me, wasAtWork)
    fi;
    wasAtWork = false;
    forget(me);
    goto work
  }
}

init {
  atomic { run bot(0); run bot(1) };
  /* Once nothing more can happen. */
  timeout -> assert(isOver(0) && isOver(1) && isOver(2))
}
