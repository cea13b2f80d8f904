/*
 * The outbox protocol: one person, a computer that crashes, a network that loses and delays, a service without an
 * idempotency key and without a delete, and a second device of the same person. README.md says what is assumed and proved.
 *
 * Time is counted in ticks. A request lands at most LATE ticks after it left, or never. A write whose answer was lost is
 * taken for absent only WAIT ticks later.
 */
#ifndef LATE
#define LATE 2          /* how long a request may be under way after everybody gave up on it */
#endif
#ifndef WAIT
#define WAIT (LATE + 1) /* LATE_LANDING_MS in outbox.ts */
#endif
#ifndef LOOK
#define LOOK 2          /* how long a look at the service may take */
#endif
#ifndef ENTRIES
#define ENTRIES 1
#endif
#ifndef FAULTS
#define FAULTS 3        /* answers given up, requests and looks lost */
#endif
#ifndef CRASHES
#define CRASHES 2
#endif
#ifndef EDITS
#define EDITS 0
#endif
#ifndef REFUSALS
#define REFUSALS 0      /* requests that the service does not take, and says so */
#endif
/*
 * Ways to get it wrong, each with a counter-example:
 *   WAIT=1             the wait is shorter than a request may be under way
 *   AGE_AT_ANSWER      the age of the lost write is taken when the look has been answered, not when it was asked
 *   AGE_FROM_COMMIT    after a crash the wait counts from the commit before the request left
 *   BLIND              a lost create is sent again without a look
 *   STUCK              a refused create waits for the person, and the later changes of its entry wait behind it
 *   UPDATE_AT_ONCE     a lost update is sent again at once
 *   SAME_START         the second device makes an entry with the same task, start and note
 *                      (with OTHER_FIRST, before anything leaves here: right again, but for NO_SNAPSHOT)
 *   OTHER_FIRST NO_SNAPSHOT SAME_START
 *                      what was there before the request left is not known
 *   TWINS              two entries of this computer have the same task, start and note as far as a server that normalises
 *                      keeps them, and may be under way at once (with ONE_TWIN_AT_A_TIME: right again)
 * With WATCH, what was sent again is looked for once more in the end, and what is too much is closed: WAIT=1 is right again.
 */

#define UPDATE ENTRIES  /* the row of the update of entry 0 */
#define ROWS (ENTRIES + 1)
#define LINES 4         /* requests under way at once; an assertion tells where that is too few */
#ifndef RECORDS
#define RECORDS 5       /* likewise an index out of bounds */
#endif
#define NOBODY 255
#define OTHER_DEVICE 99
#define NOT_YET 255
#ifdef TWINS
#define KEY(entry) 0
#else
#define KEY(entry) (entry)
#endif
#ifdef SAME_START
#define OTHER_KEY 0
#else
#define OTHER_KEY 9
#endif

mtype = { WAITING, SENDING, UNKNOWN, NEEDS_YOU, SENT };
mtype = { IDLE, LEAVING, AWAITING, ASKING };

/* On disk: survives a crash. */
mtype state[ROWS];
byte since[ROWS];       /* ticks since the send or since its answer was given up */
byte payload[ROWS];
byte serverId[ENTRIES]; /* 1 + index of the record, 0: not known */
byte before[ENTRIES];   /* how many records there were just before it first left: those made later have higher ones */
byte sends;             /* how often entries have left */
byte newest;            /* the entry as the person sees it */
bool more;              /* a further update waits behind one that is under way or lost */

/* In memory. */
mtype doing = IDLE;
byte row, line, seen;
byte asked;             /* the age of the lost write when the look was asked */
byte asking;            /* how long the look has taken */
bool looked[ROWS];      /* not again before the next tick */

/* On the lines. */
typedef Request { bool used; bool landed; byte row; byte value; byte target; byte age };
Request lines[LINES];

/* At the service. */
typedef Record { byte maker; byte key; byte value };
Record records[RECORDS];
byte count, ours;
bool isClosed[RECORDS]; /* with no length */
byte underWay;          /* requests that may still land */

byte faults = FAULTS, crashes = CRASHES, edits = EDITS, refusals = REFUSALS;
bool otherIsDone;
byte i;                 /* of inlines; 0 in between */

inline put(who, what, as) {
  records[count].maker = who;
  records[count].key = what;
  records[count].value = as;
  count++
}

inline begin(r) {
  row = r;
#ifndef NO_SNAPSHOT
  if
  :: r < ENTRIES && state[r] == WAITING -> before[r] = count
  :: else
  fi;
#endif
#ifdef WATCH
  if
  :: r < ENTRIES -> sends++
  :: else
  fi;
#endif
  state[r] = SENDING;
  since[r] = 0;
  doing = LEAVING
}

/* The service's records with the wanted key, less those that belong to other entries of this computer. */
inline find(entry) {
  seen = 0;
  i = 0;
  do
  :: i < count ->
     if
     :: seen == 0 && i >= before[entry] && records[i].key == KEY(entry) && !(ENTRIES > 1 && i + 1 == serverId[(entry + 1) % ENTRIES]) -> seen = i + 1
     :: else
     fi;
     i++
  :: else -> break
  od;
  i = 0
}

inline settle(r, id) {
  state[r] = SENT;
  if
  :: r < ENTRIES -> serverId[r] = id
  :: else ->
     if
     :: more -> more = false; state[r] = WAITING
     :: else
     fi
  fi;
  doing = IDLE
}

inline lose(r) {
  state[r] = UNKNOWN;
  since[r] = 0;
  doing = IDLE
}

/* Surely not at the service. What says more by now goes in its place; else the person asks again for the same. */
inline refuse(r) {
  doing = IDLE;
#ifdef STUCK
  if
  :: r == 0 && state[UPDATE] == WAITING -> state[0] = NEEDS_YOU
  :: else -> state[r] = WAITING
  fi
#else
  if
  :: r == 0 && state[UPDATE] == WAITING -> payload[0] = newest; state[UPDATE] = SENT
  :: r == UPDATE -> more = false
  :: else
  fi;
  state[r] = WAITING
#endif
}

inline clear(slot) {
  lines[slot].used = false;
  lines[slot].landed = false;
  lines[slot].row = 0;
  lines[slot].value = 0;
  lines[slot].target = 0;
  lines[slot].age = 0
}

/* The memory of a request is gone: an answer to it meets nobody. */
inline forget() {
  if
  :: doing == AWAITING && lines[line].used && lines[line].landed -> clear(line)
  :: else
  fi
}

#ifdef ONE_TWIN_AT_A_TIME
/* Not while the other one is lost. */
#define TURN(r) (r == UPDATE -> state[0] == SENT : state[1 - (r)] != SENDING && state[1 - (r)] != UNKNOWN)
#else
#define TURN(r) (r < ENTRIES || state[0] == SENT)
#endif

/* A write and when its turn comes: one at a time, an update only once the service's id is known. */
proctype Row(byte r) {
end:
  do
  :: atomic {
       doing == IDLE && state[r] == WAITING && TURN(r) ->
       if
       :: r == UPDATE -> payload[r] = newest
       :: else
       fi;
       begin(r);
       printf("computer: commits row %d as sending, value %d\n", r, payload[r])
     }
#ifdef BLIND
  :: atomic { doing == IDLE && state[r] == UNKNOWN && r < ENTRIES -> begin(r); printf("computer: sends row %d again, blindly\n", r) }
#else
  :: atomic {
       doing == IDLE && state[r] == UNKNOWN && r < ENTRIES && !looked[r] ->
       row = r;
       asked = since[r];
       asking = 0;
       seen = NOT_YET;
       doing = ASKING;
       printf("computer: looks for row %d, lost %d ticks ago\n", r, since[r])
     }
#endif
#ifdef UPDATE_AT_ONCE
  :: atomic { doing == IDLE && state[r] == UNKNOWN && r == UPDATE -> begin(r); printf("computer: sends the update to value %d again at once\n", payload[r]) }
#else
  :: atomic { doing == IDLE && state[r] == UNKNOWN && r == UPDATE && since[r] >= WAIT -> begin(r); printf("computer: sends the update to value %d again\n", payload[r]) }
#endif
  od
}

proctype Computer() {
  byte slot;
end:
  do
  :: atomic {
       doing == LEAVING ->
       slot = 0;
       do
       :: slot < LINES && lines[slot].used -> slot++
       :: else -> break
       od;
       assert(slot < LINES);
       lines[slot].used = true;
       lines[slot].row = row;
       lines[slot].value = payload[row];
       if
       :: row == UPDATE -> lines[slot].target = serverId[0]
       :: else
       fi;
       underWay++;
       line = slot;
       doing = AWAITING;
       slot = 0;
       printf("computer: row %d leaves\n", row)
     }
  :: atomic {
       doing == AWAITING && lines[line].used && lines[line].landed ->
       settle(row, lines[line].target);
       clear(line);
       printf("computer: row %d is answered: sent\n", row)
     }
  /* The connection broke. */
  :: atomic { doing == AWAITING && !lines[line].used -> lose(row); printf("computer: no answer for row %d\n", row) }
  /* Time is up; the request may still be under way, or the answer. */
  :: atomic {
       (doing == AWAITING || doing == LEAVING) && faults > 0 ->
       faults--;
       forget();
       lose(row);
       printf("computer: gives up on row %d\n", row)
     }
  :: atomic {
       doing == ASKING && seen != NOT_YET ->
#ifdef AGE_AT_ANSWER
       asked = since[row];
#endif
       if
       :: seen > 0 -> printf("computer: found row %d as record %d\n", row, seen); settle(row, seen)
       :: seen == 0 && asked >= WAIT -> begin(row); printf("computer: row %d counts as absent and is sent again\n", row)
       :: else -> looked[row] = true; doing = IDLE; printf("computer: row %d is not there yet\n", row)
       fi;
       seen = 0;
       asked = 0;
       asking = 0
     }
  :: atomic {
       doing == ASKING && faults > 0 ->
       faults--;
       looked[row] = true;
       doing = IDLE;
       seen = 0;
       asked = 0;
       asking = 0;
       printf("computer: the look fails\n")
     }
  od
}

proctype Crash() {
end:
  do
  :: atomic {
       crashes > 0 ->
       crashes--;
       forget();
       do
       :: i < ROWS ->
          looked[i] = false;
          if
          :: state[i] == SENDING ->
             state[i] = UNKNOWN;
#ifndef AGE_FROM_COMMIT
             since[i] = 0
#endif
          :: else
          fi;
          i++
       :: else -> break
       od;
       i = 0;
       seen = 0;
       asked = 0;
       asking = 0;
       doing = IDLE;
       printf("computer: CRASH, starts again\n")
     }
  od
}

/* What is on a line arrives at any time, or never. */
proctype Line(byte slot) {
end:
  do
  :: atomic {
       lines[slot].used && !lines[slot].landed ->
       if
       :: lines[slot].row < ENTRIES ->
          put(lines[slot].row, KEY(lines[slot].row), lines[slot].value);
          lines[slot].target = count;
          ours++;
          printf("service: record %d is made for row %d, value %d\n", count, lines[slot].row, lines[slot].value)
       :: else ->
          records[lines[slot].target - 1].value = lines[slot].value;
          printf("service: record %d gets value %d\n", lines[slot].target, lines[slot].value)
       fi;
       underWay--;
       if
       :: doing == AWAITING && line == slot -> lines[slot].landed = true; lines[slot].age = 0
       :: else -> clear(slot)
       fi;
#ifdef WATCH
       assert(ours <= sends)
#else
       assert(ours <= ENTRIES) /* doubled */
#endif
     }
  :: atomic {
       refusals > 0 && doing == AWAITING && line == slot && lines[slot].used && !lines[slot].landed ->
       refusals--;
       underWay--;
       clear(slot);
       printf("service: refuses row %d, value %d\n", row, payload[row]);
       refuse(row)
     }
  :: atomic {
       faults > 0 && lines[slot].used && !lines[slot].landed ->
       faults--;
       underWay--;
       printf("network: a request of row %d is lost\n", lines[slot].row);
       clear(slot)
     }
  od
}

/* The service reads at one moment, somewhere between the question and its answer. */
proctype Reader() {
end:
  do
  :: atomic { doing == ASKING && seen == NOT_YET -> find(row); printf("service: reads for row %d, finds %d\n", row, seen) }
  od
}

#define LATE_ON(slot) (lines[slot].used && !lines[slot].landed && lines[slot].age >= LATE)
#define WAITS(r) (looked[r] || ((state[r] == SENDING || state[r] == UNKNOWN) && since[r] < WAIT))

/* Ticks while somebody waits for time to pass, never past the last moment of a request or a look. */
proctype Clock() {
end:
  do
  :: atomic {
       (underWay > 0 || WAITS(0) || WAITS(1) || WAITS(ROWS - 1)) &&
       !(LATE_ON(0) || LATE_ON(1) || LATE_ON(2) || LATE_ON(3)) && !(doing == ASKING && asking >= LOOK) ->
       do
       :: i < LINES ->
          if
          :: lines[i].used && !lines[i].landed -> lines[i].age++
          :: else
          fi;
          i++
       :: else -> break
       od;
       i = 0;
       do
       :: i < ROWS ->
          looked[i] = false;
          if
          :: (state[i] == SENDING || state[i] == UNKNOWN) && since[i] < WAIT -> since[i]++
          :: else
          fi;
          i++
       :: else -> break
       od;
       i = 0;
       if
       :: doing == ASKING -> asking++
       :: else
       fi;
       printf("clock: a tick\n")
     }
  od
}

/* Corrects the entry: in the write that surely is not at the service yet, or by a further one. */
proctype Person() {
end:
  do
  :: atomic {
       edits > 0 ->
       edits--;
       newest++;
       if
       :: state[0] == WAITING -> payload[0] = newest
       :: state[0] != WAITING && state[UPDATE] == SENT -> state[UPDATE] = WAITING
       :: state[0] != WAITING && (state[UPDATE] == SENDING || state[UPDATE] == UNKNOWN) -> more = true
       :: else
       fi;
       printf("person: changes the entry to value %d\n", newest)
     }
  od
}

proctype OtherDevice() {
  atomic { put(OTHER_DEVICE, OTHER_KEY, 0); otherIsDone = true; printf("other device: makes record %d\n", count) }
}

#ifdef STUCK
/* A change of the person that nothing will ever send. */
proctype Watch() {
  atomic { state[0] == NEEDS_YOU -> assert(false) /* stuck */ }
}
#endif

/* Record i may have been made by that entry. */
#define IS_NEW(entry) (i >= before[entry] && records[i].key == KEY(entry))

/* All is quiet in the end, and then every entry is there once, as the person sees it. */
proctype Judge() {
  atomic {
    doing == IDLE && underWay == 0 && otherIsDone && edits == 0 &&
    state[0] == SENT && state[ENTRIES - 1] == SENT && state[UPDATE] == SENT ->
#ifdef WATCH
    do
    :: i < count ->
       if
       :: (IS_NEW(0) || IS_NEW(ENTRIES - 1)) && i + 1 != serverId[0] && i + 1 != serverId[ENTRIES - 1] && sends > ENTRIES ->
          assert(records[i].maker != OTHER_DEVICE); /* a stranger's entry closed */
          isClosed[i] = true;
          sends--;
          ours--;
          printf("computer: closes record %d\n", i + 1)
       :: else
       fi;
       i++
    :: else -> break
    od;
    i = 0;
    assert(!isClosed[serverId[0] - 1] && !isClosed[serverId[ENTRIES - 1] - 1]);
#endif
    assert(ours == ENTRIES); /* lost */
    do
    :: i < ENTRIES ->
       assert(serverId[i] > 0);
       assert(records[serverId[i] - 1].maker != OTHER_DEVICE); /* a stranger's entry taken for ours */
       i++
    :: else -> break
    od;
    i = 0;
    assert(ENTRIES == 1 || serverId[0] != serverId[ENTRIES - 1]);
    assert(records[serverId[0] - 1].value == newest) /* an older state won */
  }
}

init {
  atomic {
    do
    :: i < ENTRIES -> state[i] = WAITING; run Row(i); i++
    :: else -> break
    od;
    state[UPDATE] = SENT;
    run Row(UPDATE);
    i = 0;
    do
    :: i < LINES -> run Line(i); i++
    :: else -> break
    od;
    i = 0;
    run Computer();
    run Crash();
    run Reader();
    run Clock();
    run Person();
#ifdef OTHER_FIRST
    put(OTHER_DEVICE, OTHER_KEY, 0);
    otherIsDone = true;
    printf("other device: makes record %d\n", count);
#else
    run OtherDevice();
#endif
#ifdef STUCK
    run Watch();
#endif
    run Judge()
  }
}
