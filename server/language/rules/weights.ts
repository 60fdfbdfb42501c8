// Made by `scripts/bench/minutes.mjs --fit` from 252 written meetings, and not changed by hand: how much each sign
// (tracker.ts, actions.ts) speaks for a decision or an action, as logarithms of odds. Words of the sentence itself stand in
// quotation marks. The repository keeps 40 of those meetings, which are too few to fit on; commit 6f53f76 has the others.

export const decisionBase = -1.45

export const decisionWeights = `
here carried 2.05; "approved" 1.88; here noted 1.78; here counts 1.52; next carried 1.43; "we'll" 1.36;
here willDo 1.34; "agreed" 1.31; here agreed 1.24; here deferred 1.24; "then" 1.21; next assent 1.19; "carried" 1.14;
"lost" 1.14; "until" 1.06; next asks 1.06; here consent 1.02; written agreed 1.01; last assent 0.94; "note" 0.92;
next counts 0.91; next question 0.9; first agreed 0.88; "approve" 0.88; "adopted" 0.86; next noted 0.86;
"noted" 0.85; here lost 0.85; last question 0.83; last willDo 0.77; "first of" 0.77; "goes" 0.76; last agreed 0.75;
"abstain" 0.74; here condition 0.73; "appointed" 0.73; "against" 0.72; here unanimous 0.72; "then we" 0.72;
"it is" 0.72; "abstaining" 0.68; "with" 0.68; "fee" 0.67; "if there's" 0.67; "received" 0.66; "to the" 0.66;
"as" 0.66; next consent 0.65; "stays" 0.65; first dissent 0.65; last asks 0.65; written noted 0.65;
"the resolution" 0.64; "they're" 0.64; "re-elected" 0.63; asked counts 0.63; "resolution" 0.62; "i think" 0.61;
"sign" 0.6; "i propose" 0.6; asked carried 0.6; by who put it 0.6; last dissent 0.6; "of us" 0.59;
here callsVote 0.59; "to one" 0.58; next agreed 0.58; "comes" 0.58; "the first" 0.57; "think we" 0.57; "passed" 0.57;
first consent 0.57; "think" 0.57; "effect" 0.57; "over" 0.56; "the minutes" 0.56; "buying" 0.55;
"the committee" 0.55; "offer" 0.55; "correct" 0.55; last counts 0.54; "accepted" 0.54; "till" 0.53;
next unanimous 0.53; "over to" 0.52; last unanimous 0.51; "unanimous" 0.51; "not voting" 0.51; "nobody" 0.5;
"the board" 0.5; "signed" 0.5; asked consent 0.5; "elected" 0.5; "deferred" 0.48; next deferred 0.48;
"position" 0.48; "from" 0.47; "adopt" 0.47; "comes back" 0.47; "back in" 0.47; "report" 0.47; "pay it" 0.46;
last others assent 0.46; next callsVote 0.46; "accept the" 0.45; "go with" 0.45; last proposer 0.45;
"september" 0.45; next others agreed 0.44; "take the" 0.43; "cent for" 0.43; "we don't" 0.43; "three and" 0.43;
"an interim" 0.43; motion carried 0.43; "a quarter" 0.42; "recommended" 0.42; "trustees" 0.41; "the special" 0.41;
"off" 0.41; first asks 0.41; "at eighteen" 0.41; "pence" 0.4; "fifteen" 0.4; "so we" 0.4; "thousand pounds" 0.4;
"so" 0.4; "be appointed" 0.4; "resignation" 0.4; last others asks 0.39; "then the" 0.39; "of a" 0.39;
"with that" 0.39; "taken as" 0.38; "let's" 0.37; "approves" 0.37; "dividend of" 0.37; "can come" 0.37;
last callsVote 0.36; "the three" 0.36; "until the" 0.36; first lost 0.36; "declared" 0.35; next dissent 0.35;
"accept" 0.35; first callsVote 0.35; "falls" 0.35; "as it" 0.35; "held" 0.35; "is not" 0.34; "amended" 0.34;
"that's what" 0.34; "in june" 0.34; "all right" 0.34; here assent 0.34; first assent 0.34; "was resolved" 0.34;
"fifty" 0.34; "won't" 0.34; "in april" 0.34; "eighteen" 0.33; "put" 0.33; "it stands" 0.33; "out of" 0.33;
"interim dividend" 0.33; last lost 0.33; first unanimous 0.33; "our" 0.33; "them to" 0.32; "i'd say" 0.32;
"that the" 0.32; here asks 0.32; written carried 0.31; "van" 0.31; "pounds" 0.31; "so that's" 0.31; "old" 0.31;
"it goes" 0.31; last others dissent 0.31; "the trustees" 0.3; "the fee" 0.3; "forward" 0.3; "get it" 0.3;
motion lost 0.3; "not yet" 0.3; "and say" 0.3; "the table" 0.29; "goes to" 0.29; first counts 0.29; "it again" 0.29;
"we're" 0.29; "else" 0.29; "them" 0.29; "dividend" 0.29; "to put" 0.29; "the day" 0.29; "no" 0.29; "those" 0.29;
"hands" 0.28; "special resolution" 0.28; "# per" 0.28; motion counts 0.28; next others assent 0.28; asked noted 0.28;
first condition 0.27; "they were" 0.27; "one" 0.27; "fund" 0.27; written recalled 0.27; first motion 0.27;
"so we'll" 0.27; "committee" 0.26; "go ahead" 0.26; "mandate" 0.26; next lost 0.26; "from now" 0.26;
written chairs 0.26; next motion 0.26; "nine hundred" 0.26; "interim" 0.26; "seven" 0.25; "all of" 0.25;
"tell them" 0.25; "director" 0.25; "beth" 0.25; "further" 0.25; "circulate" 0.25; "ordinary" 0.25; "take" 0.25;
asked deferred 0.24; first willDo 0.22; written deferred 0.22; here proposer 0.21; next others counts 0.21;
here motion 0.21; dissent before 0.2; next others withdrawn 0.2; asked willDo 0.18; next others lost 0.18;
seconded 0.18; here wantsProposer 0.17; first carried 0.17; next others jest 0.16; asked agreed 0.16;
last others willDo 0.16; last second 0.16; last noted 0.14; last others consent 0.14; last condition 0.14;
first jest 0.13; next others proposer 0.13; last others second 0.12; motion noted 0.12; next second 0.11;
asked lost 0.1; counted 0.1; assents -0.1; next withdrawn -0.1; last elsewhere -0.11; last others withdrawn -0.12;
question lost -0.12; last carried -0.13; last others unanimous -0.13; last others wantsProposer -0.13;
motion willDo -0.14; last chairs -0.15; written motion -0.15; question consent -0.15; next others consent -0.15;
next jest -0.16; next others condition -0.17; question deferred -0.17; since now -0.18; next proposer -0.19;
first second -0.22; very short -0.23; next others motion -0.24; "not" -0.25; "it up" -0.25; "an interest" -0.25;
"the auditors" -0.25; "good" -0.26; "twenty-two" -0.26; "wouldn't" -0.26; "go on" -0.26; "file" -0.26; "so it" -0.26;
last recalled -0.26; "section" -0.26; "produced" -0.27; last others doubtful -0.27; "a" -0.27; "quorum" -0.27;
"paul" -0.27; "option" -0.27; "nineteen" -0.27; "to them" -0.27; "one is" -0.28; here recalled -0.28;
"this is" -0.28; next others carried -0.28; "closed" -0.28; next others unanimous -0.28; "nobody's" -0.28;
next elsewhere -0.28; "resolved" -0.28; "new" -0.28; "round" -0.28; "better" -0.28; "the secretary" -0.28;
"as we" -0.29; "i'll get" -0.29; "under the" -0.29; "what's" -0.29; "well" -0.29; "can't" -0.3; "the members" -0.3;
"so there's" -0.3; "people" -0.3; "i'm not" -0.3; "he" -0.3; "here" -0.31; "got" -0.31; next others asks -0.31;
"and to" -0.31; "to two" -0.31; "first" -0.31; "four" -0.32; "going to" -0.32; "mr" -0.32; "motion" -0.32;
"late" -0.32; "who's" -0.32; "quorate" -0.32; "wednesday" -0.32; "had" -0.32; next others doubtful -0.32;
"that's all" -0.32; "eleven" -0.32; "my" -0.33; "out" -0.33; question carried -0.33; last others chairs -0.33;
"lovely" -0.33; "never" -0.33; "we'd" -0.33; "of the" -0.34; "apologies" -0.34; "o'clock" -0.34;
first elsewhere -0.34; next recalled -0.34; "secretary" -0.34; "the meeting" -0.35; "fair" -0.35; "then it's" -0.35;
last others proposer -0.35; "that we" -0.35; "notice" -0.35; "it then" -0.35; question agreed -0.35; "we are" -0.35;
"tender" -0.36; "point" -0.36; "down" -0.37; next others recalled -0.37; next doubtful -0.37; "anything" -0.38;
next others elsewhere -0.38; "okay" -0.38; "you'll" -0.38; "there" -0.38; "because" -0.39; "needs" -0.39;
"said" -0.39; "before" -0.4; "know" -0.4; "if we" -0.4; "there's" -0.4; "next" -0.4; "in" -0.4;
next others chairs -0.4; last others carried -0.41; question willDo -0.41; "please" -0.41; "articles" -0.41;
"the articles" -0.43; "on" -0.43; next others willDo -0.43; "want" -0.43; last others callsVote -0.44;
first recalled -0.44; next others callsVote -0.44; last others deferred -0.44; "has" -0.44; "could" -0.45;
"keep" -0.45; since just -0.45; "need" -0.45; "clear" -0.45; "nine" -0.46; "they've" -0.47; "did" -0.47;
"will" -0.48; "it's" -0.48; "to go" -0.48; next chairs -0.48; "members" -0.49; question -0.49; "ask" -0.5;
"says" -0.5; next others dissent -0.51; motion agreed -0.51; "should" -0.51; "been" -0.51; "that's it" -0.52;
last others motion -0.52; "resolved that" -0.54; "i've" -0.55; here elsewhere -0.56; "is the" -0.56; short -0.57;
here doubtful -0.57; first chairs -0.58; "but" -0.58; "about" -0.6; "i'd" -0.6; "so it's" -0.62; "under" -0.62;
last others recalled -0.62; before it: motion -0.63; "was" -0.63; "vote" -0.64; last others question -0.7; "or" -0.7;
"which" -0.71; last others jest -0.71; "just" -0.72; "last" -0.73; next others question -0.74; "me" -0.77;
before it: asked -0.82; "i" -0.83; "would" -0.88; since long -0.92; "you" -0.93; "i'll" -1.21;
before it: nothing -1.38
`

export const actionBase = -2.94

export const actionWeights = `
"i'll" 1.54; here takes 1.48; here due 1.3; last takes 1.26; "tomorrow" 1.19; first takes 1.11; written third 1.04;
"will" 0.93; name will 0.9; "i will" 0.89; here work 0.83; written work 0.81; first work 0.79; "by" 0.76;
"send" 0.76; "it'll be" 0.75; next takes 0.74; "him" 0.73; "monday" 0.7; "draft" 0.69; "file" 0.67; "write" 0.65;
"her" 0.63; "it'll" 0.63; next others accepts 0.61; last others asks 0.6; "ring" 0.6; named+third 0.59; "form" 0.57;
"week" 0.55; first third 0.53; "know" 0.51; "i'll do" 0.5; "friday" 0.49; "april" 0.48; "thursday" 0.47; "ask" 0.47;
"could you" 0.47; "please" 0.46; "note" 0.46; "one to" 0.46; "have a" 0.45; last accepts 0.45; "order" 0.45;
question asks 0.45; "them" 0.45; "i'm" 0.44; last others work 0.44; "sunday" 0.44; "letter" 0.43; "up" 0.42;
"to the" 0.42; "they'll" 0.42; written 0.41; "a note" 0.41; "actually" 0.4; "don't mind" 0.4; "chase" 0.39;
"bring" 0.39; "writing" 0.38; named+asks 0.38; "page" 0.37; "weekend" 0.37; here asks 0.37; "by #" 0.36;
"get it" 0.36; "i'll ring" 0.36; "wednesday" 0.36; "within" 0.35; "do the" 0.35; "i'll tell" 0.35; "september" 0.35;
last others due 0.34; "to you" 0.34; "i'm happy" 0.34; "june" 0.34; "me" 0.33; "be the" 0.33; "do that" 0.33;
first asks 0.33; first names 0.33; "go out" 0.33; last others refuses 0.32; "have it" 0.32; "happy to" 0.32;
next asks 0.31; "i'll have" 0.31; here accepts 0.31; first accepts 0.31; "after" 0.31; "i'd like" 0.31;
"saturday" 0.31; "and send" 0.3; last others third 0.29; later others due 0.29; "third" 0.29; "write to" 0.29;
"shall" 0.28; "cover" 0.28; "today" 0.28; last others accepts 0.28; "this week" 0.28; next others takesForAll 0.27;
"i know" 0.27; "speak to" 0.27; last asks 0.27; later others named 0.26; "file form" 0.26; "ask the" 0.26;
"i say" 0.26; last work 0.26; "i'll write" 0.26; "copy" 0.26; "next time" 0.26; here names 0.26; "it is" 0.26;
"circulate" 0.26; "yep" 0.26; "days" 0.26; "but not" 0.25; "end of" 0.25; "the third" 0.25; "house" 0.25;
"out by" 0.25; "before" 0.25; later due 0.23; named 0.23; last third 0.23; next due 0.22; later accepts 0.21;
later takesForAll 0.19; last others named 0.19; last named 0.15; next others work 0.15; last others takesForAll 0.15;
question takesForAll 0.12; named first 0.11; later others accepts 0.11; next others third 0.1; next others when -0.1;
last others done -0.1; last room -0.1; next others takes -0.11; here third -0.11; later others unsure -0.11;
later named -0.11; next unsure -0.13; last others question -0.14; here refuses -0.14; next others named -0.14;
long -0.15; later others third -0.15; later third -0.18; later others question -0.2; last refuses -0.2;
first when -0.2; next others done -0.2; last others takes -0.21; written due -0.23; here when -0.23;
later others again -0.24; "no" -0.25; "those" -0.25; "under" -0.25; "minutes" -0.26; "my" -0.26; "three" -0.26;
"have to" -0.27; "first" -0.27; "for" -0.27; "they" -0.27; "can't" -0.27; next others asks -0.27; "say" -0.27;
"one" -0.27; later others room -0.27; "which" -0.27; "#" -0.27; named last -0.28; "year" -0.28; question takes -0.28;
"i'll sign" -0.28; "cards" -0.28; "cent" -0.28; "per cent" -0.28; "i'll be" -0.28; "get on" -0.28;
last takesForAll -0.29; "nothing" -0.29; "think" -0.29; "again" -0.29; "propose" -0.29; "with that" -0.3;
next question -0.3; "a" -0.3; "put it" -0.3; "because" -0.3; "i'll say" -0.31; "that" -0.31; next refuses -0.31;
"just" -0.31; "you" -0.31; "talk" -0.32; "from the" -0.32; later question -0.32; first done -0.33; "another" -0.33;
"per" -0.34; "your" -0.34; later room -0.34; "i'm not" -0.34; "put" -0.34; "us" -0.35; "been" -0.35; "back" -0.35;
"had" -0.36; "want" -0.36; next third -0.36; next others refuses -0.37; later unsure -0.37; "there's" -0.38;
"accounts" -0.38; "anything" -0.38; "that the" -0.39; "questions" -0.39; last unsure -0.39; first room -0.39;
"as" -0.4; "sign them" -0.41; "that's" -0.42; "start" -0.42; "if" -0.42; "thousand" -0.43; last question -0.43;
"vote" -0.45; last others unsure -0.45; "move" -0.45; "i'll take" -0.45; "i'll go" -0.47; "are" -0.48; "and" -0.49;
"all" -0.49; "an" -0.5; next done -0.52; "let me" -0.54; here room -0.56; "let" -0.56; here unsure -0.59;
"it's" -0.6; "on the" -0.65; "is" -0.65; "not" -0.66; question -0.68; "so" -0.71; "take" -0.72; here done -0.9;
middling -0.96; "we" -1.09; short -1.73; very short -2.54
`
